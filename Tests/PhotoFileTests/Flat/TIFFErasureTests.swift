import Imaging
import Testing

@testable import PhotoFile

/// Directories that entries of a TIFF lead to: what they hold goes with them.
@Suite struct TIFFErasureTests {
  private typealias Tags = SyntheticTIFF.Tags

  private static let gray: Tags = [
    (256, 3, [2]), (257, 3, [1]), (258, 3, [8]), (259, 3, [1]), (262, 3, [1]), (277, 3, [1]), (278, 3, [1]),
  ]
  private static let secret = Array("SECRET of many words".utf8).map { Int($0) } + [0]

  /// As many directories as asked for, each with a text.
  private func directories(_ count: Int, tag: Int = 315, from place: Int) -> (offsets: [Int], bytes: [UInt8]) {
    var (offsets, bytes) = ([Int](), [UInt8]())
    for _ in 0..<count {
      offsets.append(place + bytes.count)
      bytes += SyntheticTIFF.directory([(tag, 2, Self.secret)], at: place + bytes.count)
    }
    return (offsets, bytes)
  }

  /// A picture at 8, with what lies behind it.
  private func file(_ tags: Tags, behind bytes: [UInt8]) -> [UInt8] {
    SyntheticTIFF.file(Self.gray + tags + [(273, 4, [8]), (279, 4, [2])], samples: [7, 200] + bytes)
  }

  private func expectGone(from bytes: [UInt8], by policy: MetadataPolicy) throws {
    func isTelling(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: Unicode.ASCII.self).contains("SECRET") }
    #expect(isTelling(bytes))
    let stripped = try policy.applied(to: bytes)
    #expect(!isTelling(stripped))
    #expect(try Photo(data: stripped).pixels == (try Photo(data: bytes).pixels))
  }

  @Test(arguments: [4, 13], [1, 40])
  func `reduced pictures are removed with all metadata, however many there are`(type: Int, count: Int) throws {
    let inner = directories(count, from: 10)
    let bytes = file([(330, type, inner.offsets)], behind: inner.bytes)
    try expectGone(from: bytes, by: .strip)
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: bytes) }
  }

  @Test(arguments: 1...5) func `nested reduced pictures are removed`(depth: Int) throws {
    var (place, bytes) = (10, [UInt8]())
    var deepest: Int?
    for _ in 0..<depth {
      let tags: Tags = [(315, 2, Self.secret)] + (deepest.map { [(330, 4, [$0])] } ?? [])
      let directory = SyntheticTIFF.directory(tags, at: place)
      deepest = place
      place += directory.count
      bytes += directory
    }
    try expectGone(from: file([(330, 4, [try #require(deepest)])], behind: bytes), by: .strip)
  }

  @Test func `reduced pictures of a further page are removed`() throws {
    let first = file([], behind: [])
    let inner = directories(2, from: first.count + 2)
    let page = Self.gray + [(273, 4, [first.count]), (279, 4, [2]), (330, 4, inner.offsets)]
    let bytes = try SyntheticTIFF.adding(page, samples: [9, 8] + inner.bytes, to: first)
    try expectGone(from: bytes, by: .strip)
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: bytes) }
  }

  @Test func `reduced pictures that refer to themselves cause no failure`() throws {
    let inner = SyntheticTIFF.directory([(315, 2, Self.secret), (330, 4, [Int](repeating: 10, count: 60))], at: 10)
    try expectGone(from: file([(330, 4, [Int](repeating: 10, count: 60))], behind: inner), by: .strip)
  }

  @Test(arguments: [4, 13], [MetadataPolicy.safe, .strip])
  func `EXIF is found by either type of its offset`(type: Int, policy: MetadataPolicy) throws {
    // A serial number.
    let inner = directories(1, tag: 42033, from: 10)
    try expectGone(from: file([(34665, type, inner.offsets)], behind: inner.bytes), by: policy)
  }

  @Test func `a repeated tag counts as unknown`() throws {
    let inner = directories(1, tag: 42033, from: 10)
    let plain = SyntheticTIFF.directory([(37386, 5, [50, 1])], at: 10 + inner.bytes.count)
    let bytes = file(
      [(34665, 4, [10 + inner.bytes.count]), (34665, 4, inner.offsets)], behind: inner.bytes + plain)
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: bytes) }
    try expectGone(from: bytes, by: .strip)
  }
}
