import Imaging
import Testing

@testable import PhotoFile

/// TIFFs whose directories count in 8 bytes.
@Suite struct BigTIFFTests {
  private struct Tag {
    let number: Int
    let type: Int
    let bytes: [UInt8]
    let count: Int
  }

  /// Writes such files in one byte order.
  private struct Writer {
    let isBigEndian: Bool

    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? little.reversed() : little
    }

    func short(_ tag: Int, _ values: Int...) -> Tag {
      Tag(number: tag, type: 3, bytes: values.flatMap { number($0, 2) }, count: values.count)
    }

    func text(_ tag: Int, _ text: String) -> Tag {
      Tag(number: tag, type: 2, bytes: Array(text.utf8) + [0], count: text.utf8.count + 1)
    }

    /// LONG8, or the offset of a directory in 8 bytes, 18.
    func long8(_ tag: Int, _ value: Int, type: Int = 16) -> Tag {
      Tag(number: tag, type: type, bytes: number(value, 8), count: 1)
    }

    func directory(_ tags: [Tag], at place: Int) -> [UInt8] {
      let tags = tags.sorted { $0.number < $1.number }
      var (entries, values) = (number(tags.count, 8), [UInt8]())
      for tag in tags {
        entries += number(tag.number, 2) + number(tag.type, 2) + number(tag.count, 8)
        if tag.bytes.count <= 8 {
          entries += tag.bytes + [UInt8](repeating: 0, count: 8 - tag.bytes.count)
        } else {
          entries += number(place + 16 + 20 * tags.count + values.count, 8)
          values += tag.bytes
        }
      }
      return entries + number(0, 8) + values
    }

    /// Two gray pixels with an artist, an exposure, a place and XMP.
    func file(more: [Tag] = []) -> [UInt8] {
      let (samples, start) = ([UInt8]([7, 200]), 16)
      let exifAt = start + 8
      let exif = directory(
        [Tag(number: 33434, type: 5, bytes: number(1, 4) + number(125, 4), count: 1), text(42036, "A lens of 50 mm")],
        at: exifAt)
      let gpsAt = exifAt + exif.count
      let latitude = [48, 30, 0].flatMap { number($0, 4) + number(1, 4) }
      let gps = directory([text(1, "N"), Tag(number: 2, type: 5, bytes: latitude, count: 3)], at: gpsAt)
      let firstAt = gpsAt + gps.count
      let xmp = Array(SamplePhoto.titleXMP.utf8)
      let first = directory(
        [
          short(256, 2), short(257, 1), short(258, 8), short(259, 1), short(262, 1), long8(273, start), short(274, 6),
          short(277, 1), short(278, 1), long8(279, 2), text(315, "Ann Example"), long8(34665, exifAt, type: 18),
          long8(34853, gpsAt, type: 18), Tag(number: 700, type: 1, bytes: xmp, count: xmp.count),
        ] + more, at: firstAt)
      let header = Array((isBigEndian ? "MM" : "II").utf8) + number(43, 2) + number(8, 2) + number(0, 2)
      return header + number(firstAt, 8) + samples + [UInt8](repeating: 0, count: 6) + exif + gps + first
    }
  }

  @Test(arguments: [false, true]) func `metadata are read in both byte orders`(isBigEndian: Bool) throws {
    let photo = try Photo(data: Writer(isBigEndian: isBigEndian).file())
    #expect(photo.pixels.bytes[0] == 7 && photo.pixels.bytes[4] == 200 && photo.orientation == .right)
    #expect(photo.warnings.isEmpty, "\(photo.warnings)")
    #expect(photo.metadata.xmp == Array(SamplePhoto.titleXMP.utf8))
    let block = try #require(photo.metadata.exif)
    let exif = try #require(TIFFStructure(block))
    let first = try #require(exif.firstDirectory)
    func inner(_ tag: Int) throws -> TIFFStructure.Directory {
      let place = try #require(first[tag].flatMap(exif.integer(of:)))
      return try #require(exif.directory(at: place))
    }
    func range(_ directory: TIFFStructure.Directory, _ tag: Int) throws -> Range<Int> {
      let entry = try #require(directory[tag])
      return try #require(exif.outerRange(of: entry))
    }
    let exposure = try range(inner(34665), 33434)
    #expect(exif.integer(at: exposure.lowerBound, size: 4) == 1)
    #expect(exif.integer(at: exposure.lowerBound + 4, size: 4) == 125)
    let latitude = try range(inner(34853), 2)
    #expect(exif.integer(at: latitude.lowerBound, size: 4) == 48)
    let text = String(decoding: block, as: UTF8.self)
    #expect(text.contains("Ann Example") && text.contains("A lens of 50 mm"))
    // And they go into a file of another format.
    let back = try Photo(data: try photo.data(as: .jpeg()))
    #expect(back.metadata.exif == block && back.orientation == .right)
  }

  @Test func `a location is taken out of what it becomes, and not out of the file, which is an error`() throws {
    let bytes = Writer(isBigEndian: false).file()
    for policy in [MetadataPolicy.safe, .strip] {
      let failure = failure { () throws(PhotoFileError) in _ = try policy.applied(to: bytes) }
      guard case .unsupported(_, let reason) = failure else {
        Issue.record("it was stripped")
        continue
      }
      #expect(reason.contains("BigTIFF"))
    }
    let jpeg = try Photo(data: bytes).data(as: .jpeg())
    let place = [48, 1, 30, 1].flatMap { Writer(isBigEndian: false).number($0, 4) }
    func text(_ file: [UInt8]) -> String { String(decoding: file, as: Unicode.ASCII.self) }
    let safe = try MetadataPolicy.safe.applied(to: jpeg)
    #expect(jpeg.contains(place) && !safe.contains(place) && text(safe).contains("Ann Example"))
  }

  @Test(arguments: [false, true]) func `what no directory leads to is not searched`(isBigEndian: Bool) throws {
    let (bytes, secret) = (Writer(isBigEndian: isBigEndian).file(), Array("GPS 48.1173 11.5167 SECRETCITY".utf8))
    func unknown(_ bytes: [UInt8]) throws -> [String] {
      try TIFFReader.stripped(bytes, of: [.serialNumbers], file: "photo", limits: .default).record.unknown
    }
    let structure = try #require(TIFFStructure(bytes, acceptsBig: true))
    #expect(TIFFUnreferencedBytes(structure).count == 0)
    #expect(try unknown(bytes).isEmpty)
    #expect(try unknown(bytes + secret) == ["\(secret.count) bytes that no directory leads to"])
  }

  @Test func `values that take more than the file leave the picture readable`() throws {
    let writer = Writer(isBigEndian: false)
    // Many entries that each stand for most of the file.
    let more = (40_000..<40_100).map { Tag(number: $0, type: 7, bytes: [UInt8](repeating: 0, count: 9), count: 9) }
    var bytes = writer.file(more: more)
    let place = (0..<8).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) }
    for entry in stride(from: place + 8, to: place + 8 + 20 * 114, by: 20) {
      guard Int(bytes[entry]) | Int(bytes[entry + 1]) << 8 >= 40_000 else { continue }
      bytes.replaceSubrange(entry + 4..<entry + 12, with: writer.number(bytes.count - 16, 8))
      bytes.replaceSubrange(entry + 12..<entry + 20, with: writer.number(16, 8))
    }
    let photo = try Photo(data: bytes)
    #expect(photo.metadata.exif == nil && photo.pixels.bytes[0] == 7)
    #expect(photo.warnings.contains { $0.message.contains("BigTIFF") }, "\(photo.warnings)")
  }
}
