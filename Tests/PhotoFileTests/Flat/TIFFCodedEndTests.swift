import Imaging
import Testing

@testable import PhotoFile

/// Strips of 16 by 6 pixels as libtiff codes them, with other bytes behind them in the length that the directory
/// states.
@Suite struct TIFFCodedEndTests {
  typealias Tags = SyntheticTIFF.Tags

  enum Kind: Sendable { case gray, rgb, fax }

  struct Coded: Sendable, CustomStringConvertible {
    let description: String
    let samples: [UInt8]
    private let tags: Tags

    init(_ name: String, _ kind: Kind, _ compression: Int, and more: Tags = [], _ hex: String) {
      description = name
      let digits = hex.compactMap(\.hexDigitValue)
      samples = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
      let form: Tags =
        switch kind {
        case .gray: [(258, 3, [8]), (262, 3, [1]), (277, 3, [1])]
        case .rgb: [(258, 3, [8, 8, 8]), (262, 3, [2]), (277, 3, [3])]
        case .fax: [(258, 3, [1]), (262, 3, [0]), (277, 3, [1])]
        }
      tags = [(256, 3, [16]), (257, 3, [6]), (278, 3, [6]), (259, 3, [compression])] + form + more
    }

    /// A file with bytes behind the samples, which begin at 8.
    func file(_ tail: [UInt8] = []) -> [UInt8] { SyntheticTIFF.file(tags, samples: samples + tail) }
  }

  private static let kinds = [
    Coded(
      "Zstandard", .gray, 50000,
      "28B52FFD0060010300000000000101010102020202030303031E1E1E1E1F1F1F1F20202020212121213C3C3C3C3D3D3D"
        + "3D3E3E3E3E3F3F3F3F5A5A5A5A5B5B5B5B5C5C5C5C5D5D5D5D78787878797979797A7A7A7A7B7B7B7B96969696979797"
        + "979898989899999999"),
    Coded(
      "XZ", .gray, 34925,
      "FD377A585A000000FF12D94102010301002101167920C4EEE0005F000C5D0000687EC6847C6EE37F4FF0000000012060"
        + "D1F0B0F806729E7A010000000000595A"),
    Coded(
      "WebP", .rgb, 50001,
      "5249464640000000574542505650384C340000002F0F400100993244F43F36519082F43FA0A06D1B262152FE48770908"
        + "088AFC1F4D4050E4FF68212448B039053CA2A5FC01BADE01"),
    Coded(
      "LERC", .gray, 34887, and: [(50674, 4, [4, 0])],
      "4C65726332200400000054FEDE4C06000000100000000100000060000000080000007C00000001000000000000000000"
        + "E03F0000000000000000000000000020634000000000009900010400000000010000000000001F000000821F09000000"
        + "000000200000008839EF9CF3EF9CF3CE9CF3CE3900CE39EFC074EEA2"),
    Coded(
      "LERC and Zstandard", .gray, 34887, and: [(50674, 4, [4, 2])],
      "28B52FFD207CB50200E2C4101CC0A739C061B8F8FF3CEE20E95D5B9CCDF0F7A2DC4D560F786FC8650AEF54ABDA63ED31"
        + "F798538C27052D8E1EB33158A9E0A178F2C3CD97230E4321F093002B81200406006018A656AFB403F001036CB2F904"),
    Coded("Group 3", .fax, 3, "001776DC004776E0004D5DBB001776DC004776E0004D5DBB00100100100100100100"),
    Coded(
      "Group 3 of two dimensions", .fax, 3, and: [(292, 4, [1])],
      "001BBB6E002492800CD5DBB001061861C0063BB700024928001800C006003001800C"),
    Coded("Group 4, lowest bits first", .fax, 4, and: [(266, 3, [2])], "74B35D924A521886E192549202200002"),
  ]

  private static let secret = Array(
    "GPS 48.1173 11.5167 SECRETCITY 48.1173 11.5167 and more than sixty-four bytes".utf8)

  @Test(arguments: kinds) func `no byte after the end stays`(kind: Coded) throws {
    let pixels = try Photo(data: kind.file()).pixels
    let end = 8 + kind.samples.count
    for count in [0, 1, 7, 14, 40, Self.secret.count] {
      let file = kind.file(Array(Self.secret.prefix(count)))
      let stripped = try MetadataPolicy.strip.applied(to: file)
      #expect(stripped[8..<end] == kind.samples[...], "\(count)")
      #expect(stripped[end..<end + count].allSatisfy { $0 == 0 }, "\(count)")
      // libtiff reads no LERC with anything behind it.
      guard !kind.description.contains("LERC") || count == 0 else { continue }
      #expect(try Photo(data: stripped).pixels == pixels, "\(count)")
    }
  }

  @Test(arguments: kinds) func `many bytes after the end are not searched`(kind: Coded) throws {
    #expect(throws: Never.self) { try MetadataPolicy.safe.applied(to: kind.file()) }
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: kind.file(Self.secret)) }
  }

  @Test(arguments: kinds) func `damaged data do not change the samples`(kind: Coded) throws {
    for cut in 1..<min(20, kind.samples.count) {
      let samples = Array(kind.samples.dropLast(cut))
      let zeros = [UInt8](repeating: 0, count: cut)
      let damaged = kind.file().prefix(8) + samples + zeros + kind.file().dropFirst(8 + kind.samples.count)
      guard let stripped = try? MetadataPolicy.strip.applied(to: Array(damaged)) else { continue }
      #expect(stripped[8..<8 + samples.count] == samples[...], "\(cut)")
    }
  }

  @Test func `fax without end codes keeps two bytes, and its lines`() throws {
    let kind = Coded("Group 3", .fax, 3, "001776DC004776E0004D5DBB001776DC004776E0004D5DBB")
    let end = 8 + kind.samples.count
    let pixels = try Photo(data: kind.file()).pixels
    for count in [14, 40, Self.secret.count] {
      let stripped = try MetadataPolicy.strip.applied(to: kind.file(Array(Self.secret.prefix(count))))
      #expect(stripped[8..<end] == kind.samples[...], "\(count)")
      #expect(stripped[end + 2..<end + count].allSatisfy { $0 == 0 }, "\(count)")
      #expect(try Photo(data: stripped).pixels == pixels, "\(count)")
    }
  }

  @Test func `fax in words, which libtiff does not read, is not searched`() {
    let kind = Coded("words", .fax, 32771, "3F2001DC")
    for policy in [MetadataPolicy.safe, .strip] {
      #expect(throws: PhotoFileError.self) { try policy.applied(to: kind.file(Self.secret)) }
    }
  }
}
