import Imaging
import Kernels
import Testing

@testable import PhotoFile

/// The content of chunks beside the picture, and how it is kept.
@Suite struct PNGChunkTests {
  /// One pixel, with chunks before and behind its data.
  private func file(colorType: UInt8 = 2, before: [(String, [UInt8])] = [], behind: [(String, [UInt8])] = []) throws
    -> [UInt8]
  {
    func chunks(_ all: [(String, [UInt8])]) -> [UInt8] { all.flatMap { PNGPieces.chunk($0.0, $0.1) } }
    let line: [UInt8] = colorType == 2 ? [0, 200, 100, 50] : [0, 200]
    return PNGChunks.signature + PNGPieces.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, colorType, 0, 0, 0])
      + chunks(before) + PNGPieces.chunk("IDAT", try PNGCodec.deflate(line)) + chunks(behind)
      + PNGPieces.chunk("IEND", [])
  }

  private func names(_ bytes: [UInt8]) -> [String] {
    var (names, place) = ([String](), 8)
    while place + 12 <= bytes.count {
      names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      place += 12 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return names
  }

  @Test func `an animation keeps its frames when metadata are removed`() throws {
    let control: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 14)
    let frame = try [0, 0, 0, 2] + PNGCodec.deflate([0, 1, 2, 3])
    let bytes = try file(
      before: [
        ("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), ("fcTL", control), ("tIME", [7, 230, 1, 1, 0, 0, 0]), ("abCd", [1]),
      ],
      behind: [("fcTL", [0, 0, 0, 1] + control.dropFirst(4)), ("fdAT", frame), ("tEXt", Array("Comment\0a".utf8))])
    let stripped = try PNGReader.stripped(bytes, of: [.metadata], file: "a.png", limits: .default).data
    #expect(names(stripped) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
    #expect(try PhotoSummary(data: stripped).furtherItems == ["1 further frame"])
  }

  @Test func `names that programs give go with all metadata`() throws {
    let profile = try #require(ICCProfile.bytes(for: .displayP3))
    let name = Array("Zanzibarrow".utf8)
    let bytes = try file(before: [
      ("iCCP", name + [0, 0] + PNGCodec.deflate(profile)), ("sPLT", name + [0, 8, 0, 0, 0, 0, 0, 0]), ("gIFx", name),
      ("pCAL", name + [0] + [UInt8](repeating: 0, count: 8) + [0, 2] + Array("m\u{0}0\u{0}1".utf8)),
    ])
    let stripped = try PNGReader.stripped(bytes, of: [.metadata], file: "a.png", limits: .default).data
    #expect(names(stripped) == ["IHDR", "iCCP", "IDAT", "IEND"])
    #expect(!stripped.indices.contains { stripped[$0...].starts(with: name) })
    #expect(try Photo(data: stripped).pixels == Photo(data: bytes).pixels)
  }

  private func space(_ points: [UInt8], _ further: [(String, [UInt8])] = []) throws -> ColorSpace {
    try Photo(data: file(before: [("cICP", points)] + further)).pixels.colorSpace
  }

  @Test func `code points state the colour space, with priority over a profile and sRGB`() throws {
    let packed = Array("a\0\0".utf8) + (try PNGCodec.deflate(SyntheticProfile.bytes(count: 1_000)))
    #expect(try space([12, 13, 0, 1]) == .displayP3)
    #expect(try space([12, 13, 0, 1], [("iCCP", packed)]) == .displayP3)
    #expect(try space([12, 13, 0, 1], [("sRGB", [0])]) == .displayP3)
    #expect(try space([1, 13, 0, 1], [("iCCP", packed)]) == .sRGB)
    #expect(try space([9, 16, 0, 1]) == .pq(.bt2020))
    // As in AVIF.
    for (primaries, transfer) in [(9, 1), (9, 13), (9, 14), (1, 8), (12, 8), (12, 1)] as [(UInt8, UInt8)] {
      let points = ColorCodePoints(
        primaries: Int(primaries), transfer: Int(transfer), matrix: 0, isFullRange: true)
      #expect(try space([primaries, transfer, 0, 1]) == points.colorSpace())
    }
    #expect(try PhotoSummary(data: file(before: [("cICP", [9, 1, 0, 1])])).colorSpaceName == "BT.2020, BT.709 curve")
    // Unspecified code points, and those without a space here, leave the decision to the other chunks.
    for points in [[2, 2, 0, 1], [12, 2, 0, 1], [2, 13, 0, 1], [12, 3, 0, 1], [5, 16, 0, 1], [12, 13]] as [[UInt8]] {
      #expect(try space(points, [("iCCP", packed)]) == .icc(SyntheticProfile.bytes(count: 1_000)))
    }
  }

  @Test func `code points that are not known, and a narrow range, are reported`() throws {
    func warnings(_ points: [UInt8]) throws -> [String] {
      try Photo(data: file(before: [("cICP", points)])).warnings.map(\.message)
    }
    #expect(
      try warnings([12, 3, 0, 1]) == [
        "its chunk cICP states colours that are not known, primaries 12 and transfer 3; its colours are taken as sRGB"
      ])
    #expect(try warnings([5, 16, 0, 1]).first?.contains("primaries 5 and transfer 16 (PQ)") == true)
    #expect(try warnings([9, 16, 0, 0]).first?.contains("narrow range") == true)
    for points in [[2, 2, 0, 1], [12, 13, 0, 1], [11, 17, 0, 1]] as [[UInt8]] { #expect(try warnings(points).isEmpty) }
  }

  @Test func `a summary lists texts by their keywords, and says that a picture is gray`() throws {
    let xmp = PNGMetadata.xmpKeyword + [0, 0, 0, 0] + Array("<x/>".utf8)
    let summary = try PhotoSummary(
      data: file(
        colorType: 0,
        before: [("tEXt", Array("Comment\0a".utf8)), ("iTXt", xmp), ("tEXt", Array("Comment\0b".utf8))],
        behind: [("zTXt", [0x41, 0xE9, 0x1B, 0, 0])]))
    #expect(summary.furtherItems == ["text 'Comment'", "text 'A\u{E9}'"])
    #expect(summary.colorSpaceName == "Gray (sRGB curve)")
    #expect(try PhotoSummary(data: file()).colorSpaceName == "sRGB")
  }

  @Test func `a summary says that samples are gray or inks`() throws {
    #expect(try PhotoSummary(data: JPEGFixtures.bytes(.gray)).colorSpaceName == "Gray (sRGB curve)")
    #expect(try PhotoSummary(data: JPEGFixtures.bytes(.cmyk)).colorSpaceName == "CMYK")
  }
}
