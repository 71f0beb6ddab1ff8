/// A filter's declaration with its type erased: what can be listed, and made from values by name.
public struct FilterDescription: Sendable {
  /// The word used in Swift and on the command line, such as `gammaAdjust`.
  public let name: String
  /// The name in Core Image, such as `CIGammaAdjust`; nil for a filter of our own.
  public let coreImageName: String?
  public let category: FilterCategory
  /// One line that says what the filter does.
  public let summary: String
  /// Whether the filter with its defaults changes nothing.
  public let hasIdentityDefault: Bool
  public let parameters: [FilterParameter]
  /// Whether the filter makes an image from nothing and ignores the one it is applied to.
  public var isGenerator: Bool { category == .generator || category == .gradient }

  private let build: @Sendable ([String: FilterValue]) throws(FilterError) -> any Filter

  init<Target: Filter>(_ type: Target.Type) {
    let declaration = Target.declaration
    let standard = declaration.make()
    name = declaration.name
    coreImageName = declaration.coreImageName
    category = declaration.category
    summary = declaration.summary
    hasIdentityDefault = declaration.hasIdentityDefault
    let parameters = declaration.parameters.map { parameter in
      FilterParameter(
        key: parameter.key, type: parameter.type,
        defaultValue: parameter.isRequired ? nil : parameter.get(standard), range: parameter.range,
        unit: parameter.unit, help: parameter.help)
    }
    self.parameters = parameters
    build = { (values) throws(FilterError) -> any Filter in
      var filter = declaration.make()
      var missing = Set(parameters.indices.filter { parameters[$0].defaultValue == nil })
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let index = parameters.firstIndex(where: { $0.answers(to: key) }) else {
          throw .unknownParameter(
            key, filter: declaration.name, nearest: key.nearest(in: parameters.map(\.key)),
            known: parameters.map(\.key))
        }
        let parameter = parameters[index]
        if let range = parameter.range, case .number(let number) = value, !range.contains(number) {
          throw .outOfRange(key: parameter.key, filter: declaration.name, value: number, range: range)
        }
        guard declaration.parameters[index].set(&filter, value) else {
          throw .wrongType(key: parameter.key, filter: declaration.name, expected: parameter.type, got: value.type)
        }
        missing.remove(index)
      }
      if let first = missing.min() { throw .missingParameter(key: parameters[first].key, filter: declaration.name) }
      return filter
    }
  }

  /// The filter with the given values, defaults for the rest. Keys are ours (`power`) or Core Image's (`inputPower`).
  public func makeFilter(_ values: [String: FilterValue] = [:]) throws(FilterError) -> any Filter {
    try build(values)
  }

  /// The same from texts, as a command line gives them; images are given as images.
  public func makeFilter(
    texts: [String: String], images: [String: Image] = [:]
  ) throws(FilterError) -> any Filter {
    var values: [String: FilterValue] = [:]
    for (key, image) in images { values[key] = .image(image) }
    for (key, text) in texts {
      guard let parameter = parameters.first(where: { $0.answers(to: key) }) else {
        throw .unknownParameter(
          key, filter: name, nearest: key.nearest(in: parameters.map(\.key)), known: parameters.map(\.key))
      }
      guard let value = FilterValue(text, as: parameter.type) else {
        throw .unreadableValue(text, key: parameter.key, filter: name, expected: parameter.type)
      }
      values[parameter.key] = value
    }
    return try build(values)
  }
}
