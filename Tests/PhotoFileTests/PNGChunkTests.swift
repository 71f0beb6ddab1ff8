import Imaging
import Testing

@testable import PhotoFile

/// What chunks beside the picture say, and what becomes of them.
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
    #expect(try PhotoSummary(data: stripped).furtherItems == ["1 further frames"])
  }
}
