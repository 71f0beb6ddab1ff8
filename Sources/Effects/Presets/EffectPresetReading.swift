import FilterGraph

extension EffectPreset {
  static func steps(_ document: JSONValue, _ picture: EffectPictureReader) throws(RecipeError) -> [Step] {
    let members = try document.documentMembers(allowing: ["$schema", "version", "effects"])
    guard case .array(let list)? = members["effects"], !list.isEmpty else {
      throw RecipeError(path: "$.effects", reason: "this must be a list of at least one effect")
    }
    var steps: [Step] = []
    for (index, value) in list.enumerated() {
      steps.append(try step(value, at: "$.effects[\(index)]", picture))
    }
    return steps
  }

  private static func step(
    _ value: JSONValue, at path: String, _ picture: EffectPictureReader
  ) throws(RecipeError) -> Step {
    let members = try value.members(at: path, allowing: ["effect", "settings"])
    guard let name = try members["effect"]?.string(at: "\(path).effect") else {
      throw RecipeError(path: "\(path).effect", reason: "this must be the name of an effect")
    }
    let effect = try locating("\(path).effect") { () throws(EffectError) in try EffectRegistry.effect(named: name) }
    guard let given = members["settings"] else { return Step(effect) }
    guard case .object(let settings) = given else {
      throw RecipeError(path: "\(path).settings", reason: "this must be an object, not \(given.words)")
    }
    var values: [String: EffectValue] = [:]
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      let place = "\(path).settings.\(key)"
      let parameter = try locating(place) { () throws(EffectError) in try effect.parameter(named: key) }
      values[key] = try parameter.value(from: value, at: place, picture)
      // One by one, so that a value out of range is reported with its place.
      _ = try locating(place) { () throws(EffectError) in
        try EffectSettings([key: values[key]].compactMapValues { $0 }, for: effect)
      }
    }
    return Step(
      effect, try locating("\(path).settings") { () throws(EffectError) in try EffectSettings(values, for: effect) })
  }

  /// Gives an effect's error its place.
  private static func locating<Result>(
    _ path: String, _ work: () throws(EffectError) -> Result
  ) throws(RecipeError) -> Result {
    do {
      return try work()
    } catch {
      throw RecipeError(path: path, reason: error.description)
    }
  }
}

extension EffectParameter {
  /// A value for this parameter as written in a preset.
  fileprivate func value(
    from json: JSONValue, at path: String, _ picture: EffectPictureReader
  ) throws(RecipeError) -> EffectValue {
    switch (self, json) {
    case (.number, .number(let number)): return .number(number)
    case (.faces, .array(let list)):
      var numbers: Set<Int> = []
      for (index, item) in list.enumerated() {
        guard case .number(let number) = item, let face = Int(exactly: number), face >= 0 else {
          throw RecipeError(path: "\(path)[\(index)]", reason: "this must be the number of a face, not \(item.words)")
        }
        numbers.insert(face)
      }
      return .faces(.only(numbers))
    case (.number, _): break
    case (_, .text(let text)):
      do {
        if let value = try value(from: text, picture: picture) { return value }
      } catch {
        throw RecipeError(path: path, reason: "\(error)")
      }
    default: break
    }
    throw RecipeError(path: path, reason: "this must be \(typeDescription), not \(json.words)")
  }
}
