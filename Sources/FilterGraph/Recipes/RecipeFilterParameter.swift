import Imaging

/// A parameter of a filter that a recipe defines.
struct RecipeFilterParameter: Sendable {
  let key: String
  let type: FilterParameterType
  /// The default value; nil for an image, which has none.
  let standard: FilterValue?
  let range: ClosedRange<Double>?
  let unit: FilterParameter.Unit
  let help: String

  /// Reads the parameter from the object that declares it.
  ///
  /// - Parameter path: the JSON path of the object, for errors.
  init(_ key: String, _ value: JSONValue, at path: String) throws(RecipeError) {
    guard RecipeFilterDefinition.isName(key), key != RecipeFilterDefinition.input else {
      throw RecipeError(path: path, reason: "a parameter needs a name of letters and digits other than inputImage")
    }
    let members = try value.members(at: path, allowing: ["type", "default", "minimum", "maximum", "unit", "help"])
    func text(_ key: String) throws(RecipeError) -> String? {
      try members[key].map { (value) throws(RecipeError) in try value.string(at: "\(path).\(key)") }
    }
    let types: [FilterParameterType] = [.number, .boolean, .text, .color, .point, .rect, .image]
    let word = try text("type")
    guard let type = types.first(where: { $0.rawValue == word }) else {
      throw RecipeError(
        path: "\(path).type", reason: "this must be one of \(types.map(\.rawValue).joined(separator: ", "))")
    }
    range = try Self.range(members, of: type, at: path)
    guard let unit = FilterParameter.Unit(rawValue: try text("unit") ?? "scalar") else {
      throw RecipeError(path: "\(path).unit", reason: "this must be one of scalar, pixels, radians, stops")
    }
    (self.key, self.type, self.unit, help) = (key, type, unit, try text("help") ?? "")
    guard type != .image else {
      guard members["default"] == nil else {
        throw RecipeError(path: "\(path).default", reason: "an image has no default")
      }
      standard = nil
      return
    }
    guard let given = members["default"] else {
      throw RecipeError(path: "\(path).default", reason: "all but images need a default")
    }
    let declared = FilterParameter(
      key: key, type: type, defaultValue: nil, contextualDefault: nil, isRequired: false, range: range, count: nil,
      unit: unit, help: "", coreImageKey: key)
    guard case .value(let value) = try RecipeParameter(given, for: declared, at: "\(path).default") else {
      throw RecipeError(path: "\(path).default", reason: "this must be written out, without $")
    }
    standard = value
  }

  private static func range(
    _ members: [String: JSONValue], of type: FilterParameterType, at path: String
  ) throws(RecipeError) -> ClosedRange<Double>? {
    func limit(_ key: String) throws(RecipeError) -> Double? {
      guard let value = members[key] else { return nil }
      guard case .number(let number) = value, type == .number else {
        throw RecipeError(path: "\(path).\(key)", reason: "this must be a number, and only a number's")
      }
      return number
    }
    let (low, high) = (try limit("minimum"), try limit("maximum"))
    guard low != nil || high != nil else { return nil }
    guard low ?? -.infinity <= high ?? .infinity else {
      throw RecipeError(path: "\(path).minimum", reason: "this must not be above the maximum")
    }
    return (low ?? -.infinity)...(high ?? .infinity)
  }
}
