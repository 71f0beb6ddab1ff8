import FilterGraph

/// Effects with their settings as data: by name, or from a preset file.
///
/// ```swift
/// var preset = try EffectPreset(named: "smooth-skin+replace-background")
/// try preset.set(0.5, for: "smooth-skin.strength")
/// let result = try photo.applying(preset.stack, mattes: mattes, faces: faces)
/// ```
///
/// The same as a file:
///
/// ```json
/// {"version": 1,
///  "effects": [
///    {"effect": "smooth-skin", "settings": {"strength": 0.5}},
///    {"effect": "replace-background", "settings": {"color": "#dde3ea"}}
///  ]}
/// ```
///
/// - `version`: 1.
/// - `effects`: one after the other, at least one. `effect` is its name; `settings` holds any of its settings, all
///   others have their defaults. Numbers are written as such, colours as CSS does, choices as their words, pictures as
///   names of files (beside the preset, if not absolute), faces as a list of numbers or `"all"`.
/// - `$schema`: ignored; for editors, which `mattetool effects --schema` serves.
public struct EffectPreset: Sendable {
  /// One effect with its settings.
  public struct Step: Sendable {
    /// The effect.
    public let effect: any Effect.Type
    /// The values that are set; others have their defaults.
    public var settings: EffectSettings

    /// An effect with settings that were checked for it.
    public init(_ effect: any Effect.Type, _ settings: EffectSettings = EffectSettings()) {
      self.effect = effect
      self.settings = settings
    }
  }

  /// At least one.
  public private(set) var steps: [Step]

  /// An effect by its name, or several with `+` between, with their defaults: `smooth-skin+hair-color`.
  ///
  /// - Throws: ``EffectError/unknownEffect(_:nearest:known:)``.
  public init(named names: String) throws(EffectError) {
    steps = []
    for name in names.split(separator: "+", omittingEmptySubsequences: false) {
      steps.append(Step(try EffectRegistry.effect(named: String(name))))
    }
  }

  /// Reads and checks a whole preset.
  ///
  /// - Throws: ``EffectError/preset(path:reason:)`` with the path of the first mistake.
  public init(json: [UInt8], picture: EffectPictureReader) throws(EffectError) {
    do {
      steps = try EffectPreset.steps(JSONValue.parse(json), picture)
    } catch {
      throw .preset(path: error.path, reason: error.reason)
    }
  }

  /// `smooth-skin+hair-color`.
  public var name: String { steps.map { $0.effect.name }.joined(separator: "+") }

  /// The effects themselves.
  public var stack: EffectStack { EffectStack(steps.map { $0.effect.init(settings: $0.settings) }) }

  /// The pictures that settings name, in order.
  public var pictures: [EffectValue.Picture] {
    steps.flatMap { step in
      step.settings.values.sorted { $0.key < $1.key }.compactMap {
        if case .picture(let picture) = $0.value { picture } else { nil }
      }
    }
  }

  /// The preset with the pictures in its settings replaced, for those whose names (``EffectValue/Picture/source``) are
  /// given.
  ///
  /// - Throws: ``EffectError``.
  public func with(pictures: [String: EffectValue.Picture]) throws(EffectError) -> EffectPreset {
    var result = self
    for (index, step) in steps.enumerated() {
      for (key, value) in step.settings.values {
        guard case .picture(let picture) = value, let source = picture.source, let other = pictures[source] else {
          continue
        }
        try result.set(.picture(other), for: key, at: index)
      }
    }
    return result
  }

  /// Sets a value.
  ///
  /// - Parameters:
  ///   - value: the value, such as `0.5` or `.color(.white)`.
  ///   - key: the name of the setting; with several effects `name.key`, or `2.key` for the second of them.
  /// - Throws: ``EffectError`` for a key that the effect does not have, a value of the wrong type or out of range.
  public mutating func set(_ value: EffectValue, for key: String) throws(EffectError) {
    let (targets, name) = try targets(of: key)
    for index in targets { try set(value, for: name, at: index) }
  }

  /// Sets a value that is given as text.
  ///
  /// - Parameters:
  ///   - text: the value as ``EffectValue/text`` writes it.
  ///   - key: the name of the setting; with several effects `name.key`, or `2.key` for the second of them.
  ///   - picture: reads a picture that the text names.
  /// - Throws: ``EffectError``, and the errors of `picture`.
  package mutating func set(text: String, for key: String, picture: EffectPictureReader) throws {
    let (targets, name) = try targets(of: key)
    for index in targets {
      let effect = steps[index].effect
      let parameter = try effect.parameter(named: name)
      guard let value = try parameter.value(from: text, picture: picture) else {
        throw EffectError.wrongType(name, effect: effect.name, expected: parameter.typeDescription, got: text)
      }
      try set(value, for: name, at: index)
    }
  }

  /// Limits all effects on faces to some of them; false if there is no such effect.
  public mutating func limit(to faces: FaceSelection) throws(EffectError) -> Bool {
    var isUsed = false
    for (index, step) in steps.enumerated() {
      for case .faces(let parameter) in step.effect.parameters {
        try set(.faces(faces), for: parameter.name, at: index)
        isUsed = true
      }
    }
    return isUsed
  }

  private mutating func set(_ value: EffectValue, for key: String, at index: Int) throws(EffectError) {
    let values = steps[index].settings.values.merging([key: value]) { $1 }
    steps[index].settings = try EffectSettings(values, for: steps[index].effect)
  }

  /// The steps to which a key applies, and its name there.
  private func targets(of key: String) throws(EffectError) -> ([Int], String) {
    let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2 {
      let named = steps.indices.filter { steps[$0].effect.name == parts[0] || "\($0 + 1)" == parts[0] }
      if !named.isEmpty { return (named, parts[1]) }
    } else if steps.count == 1 {
      return ([0], key)
    }
    throw .settingOfNone(key, stack: steps.map { $0.effect.name })
  }
}
