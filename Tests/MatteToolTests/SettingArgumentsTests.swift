import MatteKit
import Testing

@testable import mattetool

@Suite struct SettingArgumentsTests {
  private struct NoFile: Error {}

  private func preset(_ effect: String, _ settings: String...) throws -> EffectPreset {
    try SettingArguments.preset(effect, settings) { _ in throw NoFile() }
  }

  @Test func `later settings override earlier ones, and values may hold any character`() throws {
    #expect(try preset("blush", "strength=0.5", "strength=0.25").stack.effects[0].strength == 0.25)
    let stack = try preset("blush+lipstick", "2.strength=0.5", "blush.color=teal").stack
    #expect(stack.effects[1].strength == 0.5)
    #expect(throws: NoFile.self) { try preset("replace-background", "picture=a=b.png") }
  }

  @Test(arguments: ["strength", "=0.5", ""])
  func `a setting without a key or a value is refused`(setting: String) throws {
    let error = #expect(throws: SettingArguments.Malformed(argument: setting)) { try preset("blush", setting) }
    let code = try Failure.code(for: #require(error))
    #expect(code == .validationFailure && "\(String(describing: error))".contains("key=value"))
  }

  @Test func `what effects refuse is refused`() {
    #expect(throws: EffectError.self) { try preset("blusch") }
    #expect(throws: EffectError.self) { try preset("blush", "strength=strong") }
    #expect(throws: EffectError.self) { try preset("blush+lipstick", "strength=1") }
  }
}
