import Imaging
import Testing

@testable import Kernels

@Suite struct ICCProfileTests {
  static let named: [(ColorSpace, String)] = [
    (.sRGB, "sRGB IEC61966-2.1"), (.displayP3, "Display P3"), (.adobeRGB, "Adobe RGB (1998)"),
    (.extendedLinearSRGB, "Linear sRGB"), (.gray, "Gray, sRGB curve"), (.linearGray, "Linear Gray"),
  ]

  @Test(arguments: named)
  func `a named space has a small profile that says its name`(space: ColorSpace, name: String) throws {
    let bytes = try #require(ICCProfile.bytes(for: space))
    #expect(bytes.count < 1024)
    // ICC.1: the profile's size stands first, the signature 'acsp' at byte 36.
    #expect(bytes[0..<4].reduce(0) { $0 << 8 | Int($1) } == bytes.count)
    #expect(Array(bytes[36..<40]) == Array("acsp".utf8))
    #expect(ICCProfile.description(of: bytes) == name)
    #expect(ICCProfile.bytes(for: space) == bytes)
  }

  @Test func `a space given by its profile has that profile`() {
    #expect(ICCProfile.bytes(for: .icc([1, 2, 3])) == [1, 2, 3])
  }

  @Test func `data that are no profile have no description`() throws {
    #expect(ICCProfile.description(of: []) == nil)
    #expect(ICCProfile.description(of: [UInt8](repeating: 7, count: 500)) == nil)
    let bytes = try #require(ICCProfile.bytes(for: .displayP3))
    #expect(ICCProfile.description(of: Array(bytes.prefix(100))) == nil)
  }
}
