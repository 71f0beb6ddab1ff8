import FilterGraph
import Foundation
import Imaging
import Support
import Testing

@testable import Effects

@Suite struct EffectPresetTests {
  private struct NoFile: Error {}

  private func picture(_ name: String) throws -> EffectValue.Picture {
    guard name.hasSuffix(".png") else { throw NoFile() }
    return EffectValue.Picture(image: .color(.white), size: PixelSize(width: 1, height: 1), source: name)
  }

  private func preset(_ json: String) throws -> EffectPreset {
    try EffectPreset(json: Array(json.utf8), picture: picture)
  }

  private func set(_ texts: KeyValuePairs<String, String>, in preset: inout EffectPreset) throws {
    for (key, text) in texts { try preset.set(text: text, for: key, picture: picture) }
  }

  @Test func `a written preset is read as the same`() throws {
    var preset = try EffectPreset(named: "smooth-skin+sticker+replace-background")
    try set(
      [
        "smooth-skin.strength": "0.25", "2.picture": "a \"b\".png", "sticker.only-face": "0,3", "3.fit": "tile",
        "3.color": "#12345678",
      ], in: &preset)
    for defaults in [false, true] {
      let text = preset.json(withDefaults: defaults)
      let read = try self.preset(text)
      #expect(read.name == "smooth-skin+sticker+replace-background")
      #expect(read.json(withDefaults: defaults) == text)
      #expect(read.json(withDefaults: true) == preset.json(withDefaults: true))
    }
    let sticker = try #require(preset.stack.effects[1] as? Sticker)
    #expect(sticker.onlyFaces == .only([0, 3]) && sticker.picture?.source == "a \"b\".png")
    #expect((preset.stack.effects[0] as? SmoothSkin)?.strength == 0.25)
  }

  @Test(arguments: EffectRegistry.all.map { $0.name })
  func `every effect gives a preset with all its settings`(name: String) throws {
    let preset = try EffectPreset(named: name)
    let text = preset.json(withDefaults: true)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let effects = try #require(document["effects"] as? [[String: Any]])
    let settings = try #require(effects[0]["settings"] as? [String: Any])
    let expected = preset.steps[0].effect.parameters.filter { $0.defaultText != nil }.map(\.name)
    #expect(Set(settings.keys) == Set(expected))
    #expect(try self.preset(text).json(withDefaults: true) == text)
  }

  @Test(arguments: [
    (#"{"version": 2, "effects": [{"effect": "blush"}]}"#, "$.version"),
    (#"{"version": 1}"#, "$.effects"),
    (#"{"version": 1, "effects": []}"#, "$.effects"),
    (#"{"version": 1, "effect": []}"#, "$.effect"),
    (#"{"version": 1, "effects": [{"effect": "blush"}, {"settings": {}}]}"#, "$.effects[1].effect"),
    (#"{"version": 1, "effects": [{"effect": "blusch"}]}"#, "$.effects[0].effect"),
    (#"{"version": 1, "effects": [{"effect": "blush", "setting": {}}]}"#, "$.effects[0].setting"),
    (#"{"version": 1, "effects": [{"effect": "blush", "settings": []}]}"#, "$.effects[0].settings"),
    (#"{"version": 1, "effects": [{"effect": "blush", "settings": {"power": 1}}]}"#, "$.effects[0].settings.power"),
    (
      #"{"version": 1, "effects": [{"effect": "blush", "settings": {"strength": 3}}]}"#,
      "$.effects[0].settings.strength"
    ),
    (
      #"{"version": 1, "effects": [{"effect": "blush", "settings": {"strength": "1"}}]}"#,
      "$.effects[0].settings.strength"
    ),
    (#"{"version": 1, "effects": [{"effect": "blush", "settings": {"color": 7}}]}"#, "$.effects[0].settings.color"),
    (
      #"{"version": 1, "effects": [{"effect": "blush", "settings": {"only-face": [0, -1]}}]}"#,
      "$.effects[0].settings.only-face[1]"
    ),
    (
      #"{"version": 1, "effects": [{"effect": "sticker", "settings": {"picture": "x.doc"}}]}"#,
      "$.effects[0].settings.picture"
    ),
    (
      #"{"version": 1, "effects": [{"effect": "sticker", "settings": {"shape": "hat"}}]}"#,
      "$.effects[0].settings.shape"
    ),
    (#"{"version": 1,"#, "$"),
    ("[]", "$"),
  ])
  func `an error is reported with its path`(json: String, path: String) throws {
    let error = #expect(throws: EffectError.self) { try preset(json) }
    guard case .preset(let found, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == path, "\(String(describing: error))")
  }

  @Test func `settings of a stack state their effect`() throws {
    var preset = try EffectPreset(named: "blush+lipstick+blush")
    try preset.set(0.1, for: "blush.strength")
    try preset.set(0.9, for: "3.strength")
    try preset.set(1, for: "lipstick.gloss")
    let strengths = preset.stack.effects.map(\.strength)
    #expect(strengths == [0.1, Lipstick.strength.defaultValue, 0.9])
    for wrong in ["strength", "4.strength", "clown.strength"] {
      let error = #expect(throws: EffectError.self) { try preset.set(0.5, for: wrong) }
      guard case .settingOfNone? = error else {
        Issue.record("\(wrong): \(String(describing: error))")
        continue
      }
    }
    #expect(throws: EffectError.outOfRange("strength", effect: "blush", value: 7, range: 0...1)) {
      try preset.set(7, for: "1.strength")
    }
    #expect(throws: EffectError.self) { try preset.set(.color(.white), for: "1.strength") }
    #expect(throws: EffectError.self) { try EffectPreset(named: "blush++lipstick") }
    var single = try EffectPreset(named: "blush")
    try set(["strength": "0.4", "blush.color": "teal"], in: &single)
    #expect(single.stack.effects[0].strength == 0.4)
  }

  @Test func `effects on faces can be limited to some of them`() throws {
    var preset = try EffectPreset(named: "hide-faces+hair-color+sticker")
    #expect(try preset.limit(to: .only([1])))
    #expect(preset.stack.effects.map(\.onlyFaces) == [.only([1]), .all, .only([1])])
    var hair = try EffectPreset(named: "hair-color")
    #expect(try !hair.limit(to: .only([1])))
  }

  @Test func `the example in a setting's description is accepted`() throws {
    var count = 0
    for effect in EffectRegistry.all {
      for parameter in effect.parameters {
        let examples = parameter.typeDescription.components(separatedBy: " such as ").dropFirst().last ?? ""
        for example in examples.components(separatedBy: " or ") where !example.isEmpty {
          var preset = try EffectPreset(named: effect.name)
          try set([parameter.name: example], in: &preset)
          count += 1
        }
      }
    }
    #expect(count > 0)
  }

  @Test func `the schema names every effect and every setting`() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(EffectPresetSchema.json.utf8)) as? [String: Any]
    #expect(schema?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    for effect in EffectRegistry.all {
      #expect(EffectPresetSchema.json.contains("{\"const\": \"\(effect.name)\"}"))
      for parameter in effect.parameters { #expect(EffectPresetSchema.json.contains("\"\(parameter.name)\": {")) }
    }
  }
}
