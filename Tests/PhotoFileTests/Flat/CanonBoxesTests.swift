import Imaging
import Testing

@testable import PhotoFile

@Suite struct CanonBoxesTests {
  private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let length = contents.count + 8
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(type.utf8) + contents
  }

  /// A directory of one text.
  private static func structure(_ tag: Int, _ text: String) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let value = Array(text.utf8) + [0]
    return Array("II".utf8) + number(42, 2) + number(8, 4) + number(1, 2) + number(tag, 2) + number(2, 2)
      + number(value.count, 4) + number(26, 4) + number(0, 4) + value
  }

  private static func file() -> [UInt8] {
    let canon: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    let adobe: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    let tags =
      box("CMT1", structure(271, "Canon of Tests")) + box("CMT2", structure(0xA434, "35 mm and long"))
      + box("CMT4", structure(0x001D, "2026:11:23"))
    return box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + box("moov", box("uuid", canon + tags))
      + box("uuid", adobe + Array(SamplePhoto.titleXMP.utf8))
  }

  @Test func `the directories of a CR3 become one block`() throws {
    let bytes = Self.file()
    #expect(PhotoFormat(signature: bytes) == .raw)
    let boxes = try #require(CanonBoxes(bytes, limits: .default))
    let block = try #require(try boxes.exif(limits: .default, file: "a"))
    let structure = try #require(TIFFStructure(block))
    let first = try #require(structure.firstDirectory)
    #expect(first.entries.map(\.tag) == [271, TIFFTag.exif, TIFFTag.gps])
    for (tag, inner) in [(TIFFTag.exif, 0xA434), (TIFFTag.gps, 0x001D)] {
      let place = try #require(first[tag].flatMap(structure.integer(of:)))
      #expect(structure.directory(at: place)?.entries.map(\.tag) == [inner])
    }
    let text = String(decoding: block, as: UTF8.self)
    for words in ["Canon of Tests", "35 mm and long", "2026:11:23"] { #expect(text.contains(words), "\(words)") }
    #expect(try boxes.xmp(limits: .default, file: "a") == Array(SamplePhoto.titleXMP.utf8))
  }

  @Test func `truncated boxes give their intact part, or nothing`() throws {
    let bytes = Self.file()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let boxes = CanonBoxes(Array(bytes.prefix(count)), limits: .default)
      _ = try boxes?.exif(limits: .default, file: "a")
    }
    var limits = ReadingLimits()
    limits.exifBytes = 10
    #expect(try CanonBoxes(bytes, limits: limits)?.exif(limits: limits, file: "a") == nil)
  }
}
