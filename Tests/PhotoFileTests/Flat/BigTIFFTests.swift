import Imaging
import Support
import Testing

@testable import PhotoFile

/// TIFFs whose directories have 8-byte offsets.
@Suite struct BigTIFFTests {
  private static let xmp = Array(SamplePhoto.titleXMP.utf8)

  private static func file(isBigEndian: Bool = false, more: [SyntheticBigTIFF.Tag] = []) -> [UInt8] {
    SyntheticBigTIFF(isBigEndian: isBigEndian).file(xmp: xmp, more: more)
  }

  private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  @Test(arguments: [false, true]) func `metadata are read in both byte orders`(isBigEndian: Bool) throws {
    let photo = try Photo(data: Self.file(isBigEndian: isBigEndian))
    #expect(photo.pixels.bytes[0] == 7 && photo.pixels.bytes[4] == 200 && photo.orientation == .right)
    #expect(photo.warnings.isEmpty, "\(photo.warnings)")
    #expect(photo.metadata.xmp == Self.xmp)
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

  @Test(arguments: [false, true], [MetadataPolicy.safe, .strip])
  func `metadata are removed by the policy, and the picture stays`(isBigEndian: Bool, policy: MetadataPolicy) throws {
    let bytes = Self.file(isBigEndian: isBigEndian)
    let place = [48, 1, 30, 1].flatMap { SyntheticBigTIFF(isBigEndian: isBigEndian).number($0, 4) }
    #expect(holds(bytes, place))
    let stripped = try policy.applied(to: bytes)
    let text = String(decoding: stripped, as: Unicode.ASCII.self)
    #expect(!holds(stripped, place))
    for words in ["Ann Example", "A lens of 50 mm", "x:xmpmeta"] {
      #expect(text.contains(words) == (policy == .safe), "\(words)")
    }
    let (before, after) = (try Photo(data: bytes), try Photo(data: stripped))
    #expect(after.pixels == before.pixels && after.orientation == .right && after.warnings.isEmpty)
    #expect(after.metadata.xmp == (policy == .safe ? Self.xmp : nil))
    let structure = try #require(TIFFStructure(stripped, acceptsBig: true))
    #expect(structure.offsetSize == 8)
    if policy == .safe {
      let exif = try #require(after.metadata.exif.flatMap { TIFFStructure($0) })
      let inner = try #require(exif.firstDirectory?[34665].flatMap(exif.integer(of:)).flatMap(exif.directory(at:)))
      let range = try #require(inner[33434].flatMap(exif.outerRange(of:)))
      #expect(exif.integer(at: range.lowerBound, size: 4) == 1)
      #expect(exif.integer(at: range.lowerBound + 4, size: 4) == 125)
      // Nothing is left to remove.
      #expect(try policy.applied(to: stripped) == stripped)
    } else {
      #expect(TIFFUnreferencedBytes(structure).count == 0)
    }
  }

  @Test(arguments: [MetadataPolicy.safe, .strip])
  func `metadata of further pages are removed, and their pictures stay`(policy: MetadataPolicy) throws {
    let writer = SyntheticBigTIFF()
    let bytes = writer.file(
      xmp: Self.xmp,
      second: [
        writer.text(315, "SECRET ONE"), writer.data(33922, Array("SECRET TWO".utf8), type: 1), writer.short(274, 3),
        writer.fractions(282, [300, 1]),
      ])
    #expect(try PhotoSummary(data: bytes).furtherItems == ["1 further page"])
    let stripped = try policy.applied(to: bytes)
    #expect(!String(decoding: stripped, as: Unicode.ASCII.self).contains("SECRET"))
    #expect(try Photo(data: stripped).pixels == (try Photo(data: bytes).pixels))
    #expect(try PhotoSummary(data: stripped).furtherItems == ["1 further page"])
    let structure = try #require(TIFFStructure(stripped, acceptsBig: true))
    let pages = structure.chain(from: structure.firstDirectoryOffset ?? 0, atMost: 9).offsets
    let second = try #require(pages.last.flatMap(structure.directory(at:)))
    #expect(pages.count == 2 && second[274].flatMap(structure.integer(of:)) == 3)
    #expect(structure.samples(of: second) == [16..<18] && structure.bytes(at: 16, count: 2) == [7, 200])
  }

  @Test func `a location is removed from the converted photo`() throws {
    let jpeg = try Photo(data: Self.file()).data(as: .jpeg())
    let place = [48, 1, 30, 1].flatMap { SyntheticBigTIFF().number($0, 4) }
    let safe = try MetadataPolicy.safe.applied(to: jpeg)
    #expect(holds(jpeg, place) && !holds(safe, place))
    #expect(String(decoding: safe, as: Unicode.ASCII.self).contains("Ann Example"))
  }

  @Test func `unknown tags are reported`() throws {
    let tag = SyntheticBigTIFF().data(50_000, Array("GPS 48.1173 11.5167".utf8))
    let bytes = Self.file(more: [tag])
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: bytes) }
    #expect(!holds(try MetadataPolicy.strip.applied(to: bytes), tag.bytes))
  }

  @Test func `8-byte numbers that are too large cause no failure`() throws {
    let writer = SyntheticBigTIFF()
    let sizes = [256, 257, 278, 322, 323].map { writer.long8($0, Int.max) }
    let lists = [273, 279, 324, 325, 330].map { writer.long8($0, Int.max, Int.max - 8) }
    let texts = [315, 34_665].map {
      SyntheticBigTIFF.Tag($0, type: 16, count: Int.max, bytes: writer.number(Int.max, 8))
    }
    func leading(to place: Int) -> [UInt8] { Self.file(more: [writer.long8(330, place, type: 18)]) }
    let place = leading(to: 0).count
    for tags in [sizes, lists, texts, sizes + lists + texts] {
      let below = leading(to: place) + writer.directory(tags, at: place)
      for bytes in [below, writer.file(xmp: Self.xmp, second: tags)] {
        let structure = try #require(TIFFStructure(bytes, acceptsBig: true))
        #expect((0...bytes.count).contains(TIFFUnreferencedBytes(structure).count))
        for policy in [MetadataPolicy.safe, .strip] {
          _ = failure { () throws(PhotoFileError) in _ = try policy.applied(to: bytes) }
        }
      }
    }
  }

  @Test(arguments: [false, true]) func `unreferenced data are not searched`(isBigEndian: Bool) throws {
    let (bytes, secret) = (Self.file(isBigEndian: isBigEndian), Array("GPS 48.1173 11.5167 SECRETCITY".utf8))
    func unknown(_ bytes: [UInt8]) throws -> [String] {
      try TIFFReader.stripped(bytes, of: [.serialNumbers], file: "photo", limits: .default).record.unknown
    }
    let structure = try #require(TIFFStructure(bytes, acceptsBig: true))
    #expect(TIFFUnreferencedBytes(structure).count == 0)
    #expect(try unknown(bytes).isEmpty)
    #expect(try unknown(bytes + secret) == ["\(secret.count) bytes that no directory leads to"])
  }

  @Test func `values larger than the file leave the picture readable`() throws {
    let writer = SyntheticBigTIFF()
    // Many entries that each refer to most of the file.
    var bytes = Self.file(more: (40_000..<40_100).map { writer.data($0, [UInt8](repeating: 0, count: 9)) })
    let place = (0..<8).reduce(0) { $0 | Int(bytes[8 + $1]) << (8 * $1) }
    for entry in stride(from: place + 8, to: place + 8 + 20 * 114, by: 20) {
      guard Int(bytes[entry]) | Int(bytes[entry + 1]) << 8 >= 40_000 else { continue }
      bytes.replaceSubrange(entry + 4..<entry + 12, with: writer.number(bytes.count - 16, 8))
      bytes.replaceSubrange(entry + 12..<entry + 20, with: writer.number(16, 8))
    }
    let photo = try Photo(data: bytes)
    #expect(photo.metadata.exif == nil && photo.pixels.bytes[0] == 7)
    #expect(photo.warnings.contains { $0.message.contains("BigTIFF") }, "\(photo.warnings)")
    // Values that cannot be copied are not searched either.
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: bytes) }
  }
}
