import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

@Suite struct ProfileDescriptionTests {
  /// A profile of nothing but a description as version 2 has it.
  private static func version2(_ text: String, count: Int? = nil) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let tag = Array("desc".utf8) + number(144) + number(12 + text.utf8.count + 1)
    return [UInt8](repeating: 0, count: 128) + number(1) + tag + Array("desc".utf8) + number(0)
      + number(count ?? text.utf8.count + 1) + Array(text.utf8) + [0]
  }

  @Test func `profiles of both versions have their own descriptions`() throws {
    #expect(ProfileDescription.text(of: Self.version2("Camera RGB")) == "Camera RGB")
    for (space, name) in [(ColorSpace.displayP3, "Display P3"), (.adobeRGB, "Adobe RGB (1998)")] {
      let profile = try #require(ICCProfile.bytes(for: space))
      #expect(ProfileDescription.text(of: profile) == name)
      #expect(ProfileDescription.name(of: .icc(profile)) == name)
    }
    #expect(ProfileDescription.name(of: .sRGB) == "sRGB")
    #expect(ProfileDescription.name(of: .icc([1, 2, 3])) == "ICC profile (3 bytes)")
  }

  @Test func `damaged profiles do not trap`() throws {
    #expect(ProfileDescription.text(of: Self.version2("Camera RGB", count: 500)) == nil)
    let whole = try #require(ICCProfile.bytes(for: .displayP3))
    for length in 0..<whole.count { _ = ProfileDescription.text(of: Array(whole.prefix(length))) }
    var random = RepeatableRandomNumberGenerator(seed: 8)
    var named = 0
    for _ in 0..<500 {
      var profile = whole
      for _ in 0..<4 {
        profile[.random(in: 128..<profile.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if ProfileDescription.text(of: profile) == "Display P3" { named += 1 }
    }
    #expect((1..<500).contains(named))
  }
}
