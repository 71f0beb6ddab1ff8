import Foundation
import Support
import Testing

@testable import Effects

@Suite struct EffectReferenceTests {
  private struct NoFile: Error {
    let name: String
  }

  @Test func `the reference in the documentation follows the effects' declarations`() throws {
    #expect(try GeneratedFile("Documentation/Effects.md").staleness(EffectReference.markdown) == nil)
    for effect in EffectRegistry.all { #expect(EffectReference.markdown.contains("## \(effect.name)")) }
  }

  @Test func `the preset that the reference shows can be read`() throws {
    let start = try #require(EffectReference.markdown.range(of: "```json\n")?.upperBound)
    let end = try #require(EffectReference.markdown[start...].range(of: "```")?.lowerBound)
    let preset = try EffectPreset(json: Array(EffectReference.markdown[start..<end].utf8)) { throw NoFile(name: $0) }
    #expect(preset.name == "smooth-skin+replace-background")
  }
}
