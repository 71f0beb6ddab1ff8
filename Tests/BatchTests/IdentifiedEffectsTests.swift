import MatteKit
import SystemPackage
import Testing

@testable import Batch

@Suite struct IdentifiedEffectsTests {
  private func digest(_ preset: EffectPreset) -> String { IdentifiedEffects(preset).digest(coding: [], movies: []) }

  @Test func `a preset is identified by its effects and its settings`() throws {
    var preset = try EffectPreset(named: "blush+lipstick")
    var known = [digest(preset)]
    try preset.set(0.25, for: "blush.strength")
    known.append(digest(preset))
    try preset.set(0.25, for: "2.strength")
    known.append(digest(preset))
    #expect(try preset.limit(to: .only([1])))
    known.append(digest(preset))
    known.append(digest(try EffectPreset(named: "lipstick+blush")))
    #expect(Set(known).count == known.count)
    #expect(digest(preset) == known[3])
  }

  @Test func `a processor of effects by name is that of their preset`() throws {
    var preset = try EffectPreset(named: "blush+lipstick")
    try preset.set(0.25, for: "2.strength")
    let named = try EffectProcessor(named: "blush+lipstick", settings: ["lipstick.strength": 0.25])
    #expect(named.name == "blush+lipstick" && named.recipe == EffectProcessor(preset).recipe)
    #expect(throws: EffectError.self) { try EffectProcessor(named: "blush", settings: ["lipstick.strength": 0.25]) }
    #expect(throws: EffectError.self) { try EffectProcessor(named: "blush", settings: ["strength": 7]) }
  }

  @Test func `pictures count by the contents of their files, and are read`() throws {
    let tree = try FileTree("beach.png")
    var preset = try EffectPreset(named: "replace-background")
    let picture = EffectValue.Picture(
      image: .color(.white), size: PixelSize(width: 1, height: 1), source: tree.place("beach.png").description)
    try preset.set(.picture(picture), for: "picture")
    let before = digest(preset)
    #expect(IdentifiedEffects(preset).readFiles == [tree.place("beach.png")])
    try tree.write("beach.png", "another beach")
    #expect(digest(preset) != before)
  }
}
