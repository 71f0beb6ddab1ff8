/// A type-erased filter declaration: it can be listed, and instantiated from values by name.
public struct FilterDescription: Sendable {
  /// The word used in Swift and on the command line, such as `gammaAdjust`.
  public let name: String
  /// The name in Core Image, such as `CIGammaAdjust`; nil for a filter of our own.
  public let coreImageName: String?
  /// The category of the filter.
  public let category: FilterCategory
  /// One line that describes the filter.
  public let summary: String
  /// The definition of the filter's result: the colours it applies to, the treatment of alpha and of the edge, and
  /// limits.
  public let law: String
  /// The source of the formula.
  public let source: FilterSource
  /// Whether the filter with its defaults changes nothing.
  public let hasIdentityDefault: Bool
  /// Whether components below 0 and above 1 are processed like others; otherwise they may be clamped to 0...1.
  public let isHighDynamicRange: Bool
  /// The parameters, in the order in which they are listed.
  public let parameters: [FilterParameter]
  /// Whether the filter is a generator, which ignores the image that it is applied to.
  public var isGenerator: Bool { category == .generator || category == .gradient }

  private(set) var size = RecipeSize.plainFilter

  private let build: @Sendable ([String: FilterValue], FilterChecks) throws(FilterError) -> any Filter

  init<Target: Filter>(_ declaration: FilterDeclaration<Target>) {
    let standard = declaration.make()
    name = declaration.name
    coreImageName = declaration.coreImageName
    category = declaration.category
    summary = declaration.summary
    law = declaration.law
    source = declaration.source
    hasIdentityDefault = declaration.hasIdentityDefault
    isHighDynamicRange = declaration.isHighDynamicRange
    let parameters = declaration.parameters.map { parameter in
      FilterParameter(
        key: parameter.key, type: parameter.type,
        defaultValue: parameter.isRequired ? nil : parameter.get(standard),
        contextualDefault: parameter.contextualDefault, isRequired: parameter.isRequired, range: parameter.range,
        count: parameter.count, unit: parameter.unit, help: parameter.help, coreImageKey: parameter.coreImageKey)
    }
    self.parameters = parameters
    build = { (values, checks) throws(FilterError) in
      try declaration.makeFilter(values, parameters: parameters, checks: checks)
    }
  }

  /// A filter composed of other filters, defined by a JSON document: a recipe with a name and parameters, which its
  /// steps use as `"$key"`, in computed numbers too; `inputImage` is the image that the filter is applied to.
  ///
  /// ```json
  /// {"version": 1, "name": "softGlow", "summary": "Light that glows softly.",
  ///  "parameters": {"radius": {"type": "number", "default": 10, "minimum": 0, "unit": "pixels", "help": "How far."}},
  ///  "steps": [
  ///    {"filter": "gaussianBlur", "parameters": {"radius": "$radius"}},
  ///    {"filter": "screenBlendMode", "parameters": {"backgroundImage": "inputImage"}}]}
  /// ```
  ///
  /// Parameters are of type number, boolean, text, color, point or rect, with a default, or of type image, without.
  ///
  /// - Parameters:
  ///   - json: the document.
  ///   - filters: custom filters that the steps may use besides the registered ones.
  /// - Throws: ``RecipeError`` that carries the path of the first mistake; the steps are tried with the defaults.
  public init(json: [UInt8], filters: [FilterDescription] = []) throws(RecipeError) {
    let definition = try RecipeFilterDefinition(json: json, filters: filters)
    self.init(definition.declaration)
    size = definition.size
  }

  /// Creates a filter with some values, and defaults for the rest. Keys are the filter's (`power`) or Core Image's
  /// (`inputPower`).
  ///
  /// - Throws: ``FilterError`` for an unknown key, a value of a wrong type or outside its range, and a missing value
  ///   that is required.
  public func makeFilter(_ values: [String: FilterValue] = [:]) throws(FilterError) -> any Filter {
    try build(values, .all)
  }

  /// Creates a filter for a recipe's step: values of a filter that is itself a recipe are not checked.
  func makeStep(_ values: [String: FilterValue]) throws(FilterError) -> any Filter {
    try build(values, .ranges)
  }

  /// Creates a filter whose numbers may be out of their ranges, as a program may set them.
  func makeFilter(uncheckedRanges values: [String: FilterValue]) throws(FilterError) -> any Filter {
    try build(values, .nestedRecipe)
  }

  /// Whether a name, in any case, is the filter's.
  func answers(to name: String) -> Bool {
    let wanted = name.lowercased()
    return self.name.lowercased() == wanted || coreImageName?.lowercased() == wanted
  }

  /// The parameter for a key: the filter's or Core Image's.
  ///
  /// - Throws: ``FilterError`` if there is none.
  public func parameter(named key: String) throws(FilterError) -> FilterParameter {
    if let parameter = parameters.first(where: { $0.answers(to: key) }) { return parameter }
    throw .unknownParameter(
      key, filter: name, nearest: key.nearest(in: parameters.map(\.key)), known: parameters.map(\.key))
  }

  /// Creates a filter from strings, as on a command line, and from images.
  public func makeFilter(
    texts: [String: String], images: [String: Image] = [:]
  ) throws(FilterError) -> any Filter {
    var values: [String: FilterValue] = [:]
    for (key, image) in images { values[key] = .image(image) }
    for (key, text) in texts {
      let parameter = try parameter(named: key)
      guard let value = FilterValue(text, as: parameter.type) else {
        throw .unreadableValue(text, key: parameter.key, filter: name, expected: parameter.type)
      }
      values[parameter.key] = value
    }
    return try build(values, .all)
  }
}

extension FilterDescription {
  /// The source of the filter's formula, as a sentence.
  package var sourceSentence: String {
    switch (source, coreImageName) {
    case (.coreImage(let name), _): "As in Core Image's documentation of `\(name)`."
    case (.publication(let work), let name?): "After \(work); `\(name)`."
    case (.publication(let work), nil): "After \(work)."
    case (.own, let name?): "The formula is our own, as that of `\(name)` is not published."
    case (.own, nil): "A filter of our own."
    }
  }
}
