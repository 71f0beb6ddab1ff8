import Imaging

/// What a JSON document says of a filter that is made of other filters.
///
/// ```json
/// {"version": 1, "name": "softGlow", "summary": "Light that glows softly.",
///  "parameters": {
///    "radius": {"type": "number", "default": 10, "minimum": 0, "help": "How far it glows.", "unit": "pixels"},
///    "glow": {"type": "image", "help": "Where it glows."}},
///  "steps": [
///    {"name": "soft", "filter": "gaussianBlur", "input": "inputImage", "parameters": {"radius": "$radius"}},
///    {"filter": "screenBlendMode", "parameters": {"backgroundImage": "inputImage"}, "mask": "$glow"}]}
/// ```
struct RecipeFilterDefinition: Sendable {
  private(set) var name = ""
  private var summary = ""
  private var law = ""
  private var parameters: [Parameter] = []
  private var steps: JSONValue = .array([])
  private var output: JSONValue?
  private var filters: [FilterDescription] = []
  private(set) var size = RecipeSize.plainFilter

  /// What the steps call the image that the filter is applied to.
  static let input = "inputImage"

  struct Parameter: Sendable {
    let key: String
    let type: FilterParameterType
    let standard: FilterValue?
    let range: ClosedRange<Double>?
    let unit: FilterParameter.Unit
    let help: String
  }

  /// A picture on which values are tried.
  static let sample = Image.color(.black).cropped(to: PixelRect(x: 0, y: 0, width: 4096, height: 4096))

  init() {}

  /// - Parameter filters: those that its steps may use beside ours.
  /// - Throws: ``RecipeError`` with the path of the first mistake.
  init(json: [UInt8], filters: [FilterDescription]) throws(RecipeError) {
    let members = try JSONValue.parse(json).documentMembers(
      allowing: ["version", "name", "summary", "law", "parameters", "steps", "output"])
    func text(_ key: String) throws(RecipeError) -> String? {
      try members[key].map { (value) throws(RecipeError) in try value.string(at: "$.\(key)") }
    }
    guard let name = try text("name"), Self.isName(name) else {
      throw RecipeError(path: "$.name", reason: "a filter needs a name of letters and digits, such as \"softGlow\"")
    }
    if let known = (FilterRegistry.all + filters).first(where: { $0.answers(to: name) }) {
      throw RecipeError(path: "$.name", reason: "there is a filter \(known.name) already; give another name")
    }
    self.name = name
    summary = try text("summary") ?? "A filter made of others."
    law = try text("law") ?? summary
    self.filters = filters
    guard let steps = members["steps"] else {
      throw RecipeError(path: "$.steps", reason: "this must be a list of at least one step")
    }
    self.steps = steps
    output = members["output"]
    if let given = members["parameters"] {
      guard case .object(let all) = given else {
        throw RecipeError(path: "$.parameters", reason: "this must be an object, not \(given.words)")
      }
      for (key, value) in all.sorted(by: { $0.key < $1.key }) {
        parameters.append(try Parameter(key, value, at: "$.parameters.\(key)"))
      }
    }
    try checkUse()
    // What is wrong in the steps is wrong before anybody uses the filter.
    let standard = Dictionary(uniqueKeysWithValues: parameters.map { ($0.key, $0.standard ?? .image(Self.sample)) })
    let recipe = try recipe(standard)
    size = recipe.size
    if let kind = recipe.matteKinds.map(\.rawValue).min() {
      throw RecipeError(
        path: "$.steps",
        reason: "a filter sees no mattes: give it a parameter of type image instead of matte:\(kind)")
    }
    if let file = recipe.cubeFiles.min() {
      throw RecipeError(path: "$.steps", reason: "a filter reads no files; \(file) cannot be used in one")
    }
    _ = try recipe.image(of: RecipeInputs(images: images(Self.sample, standard)))
  }

  fileprivate static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.utf8.allSatisfy { $0 < 128 } && text.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// - Throws: ``RecipeError`` for a parameter that nothing uses.
  private func checkUse() throws(RecipeError) {
    let texts = steps.texts
    for parameter in parameters where !texts.contains(where: { $0.mentions(parameter.key) }) {
      throw RecipeError(
        path: "$.parameters.\(parameter.key)", reason: "nothing uses it; write \"$\(parameter.key)\" into a step")
    }
  }

  var declaration: FilterDeclaration<RecipeFilter> {
    FilterDeclaration<RecipeFilter>(
      name, coreImageName: nil, .colorEffect, summary, law: law, source: .own,
      parameters: parameters.map { parameter in
        ParameterDeclaration<RecipeFilter>(
          parameter.key, parameter.type, isRequired: parameter.standard == nil, range: parameter.range,
          unit: parameter.unit, parameter.help, get: { $0.values[parameter.key] },
          set: { filter, value in
            filter.values[parameter.key] = value
            return true
          })
      },
      make: { [self] in
        var filter = RecipeFilter(definition: self)
        for parameter in parameters { filter.values[parameter.key] = parameter.standard }
        return filter
      })
  }

  /// The images that the steps may name.
  func images(_ input: Image, _ values: [String: FilterValue]) -> [String: Image] {
    var images = [Self.input: input]
    for (key, value) in values { if case .image(let image) = value { images[key] = image } }
    return images
  }

  /// The steps with the values in the places that name them.
  func recipe(_ values: [String: FilterValue]) throws(RecipeError) -> Recipe {
    var members: [String: JSONValue] = ["version": .number(1), "steps": steps.replacing(values)]
    // Without a word the first step works on the filter's own image.
    if case .array(var list)? = members["steps"], case .object(var first)? = list.first, first["input"] == nil {
      first["input"] = .text(Self.input)
      list[0] = .object(first)
      members["steps"] = .array(list)
    }
    members["output"] = output
    return try Recipe(.object(members), filters: filters)
  }

  /// The parameter that an error of the steps is about: the first that its place names.
  func key(of error: RecipeError) -> String {
    parameters.first { error.path.contains($0.key) }?.key ?? Self.input
  }
}

extension RecipeFilterDefinition.Parameter {
  fileprivate init(_ key: String, _ value: JSONValue, at path: String) throws(RecipeError) {
    guard RecipeFilterDefinition.isName(key), key != RecipeFilterDefinition.input else {
      throw RecipeError(path: path, reason: "a parameter needs a name of letters and digits other than inputImage")
    }
    let members = try value.members(at: path, allowing: ["type", "default", "minimum", "maximum", "unit", "help"])
    let types: [FilterParameterType] = [.number, .boolean, .text, .color, .point, .rect, .image]
    let word = try members["type"].map { (value) throws(RecipeError) in try value.string(at: "\(path).type") }
    guard let type = types.first(where: { $0.rawValue == word }) else {
      throw RecipeError(
        path: "\(path).type", reason: "this must be one of \(types.map(\.rawValue).joined(separator: ", "))")
    }
    func limit(_ key: String) throws(RecipeError) -> Double? {
      guard let value = members[key] else { return nil }
      guard case .number(let number) = value, type == .number else {
        throw RecipeError(path: "\(path).\(key)", reason: "this must be a number, and only a number's")
      }
      return number
    }
    let (low, high) = (try limit("minimum"), try limit("maximum"))
    guard low ?? -.infinity <= high ?? .infinity else {
      throw RecipeError(path: "\(path).minimum", reason: "this must not be above the maximum")
    }
    range = low == nil && high == nil ? nil : (low ?? -.infinity)...(high ?? .infinity)
    let unitWord = try members["unit"].map { (value) throws(RecipeError) in try value.string(at: "\(path).unit") }
    guard let unit = FilterParameter.Unit(rawValue: unitWord ?? "scalar") else {
      throw RecipeError(path: "\(path).unit", reason: "this must be one of scalar, pixels, radians, stops")
    }
    let help = try members["help"].map { (value) throws(RecipeError) in try value.string(at: "\(path).help") }
    (self.key, self.type, self.unit, self.help) = (key, type, unit, help ?? "")
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
}

extension String {
  /// Whether the text holds `$key`.
  fileprivate func mentions(_ key: String) -> Bool { replacing(key, with: "") != self }

  /// The text with `$key` replaced by a word, where it stands alone: not in `$key.width` or `$keyhole`.
  fileprivate func replacing(_ key: String, with word: String) -> String {
    var result = ""
    var rest = self[...]
    while let place = rest.firstRange(of: "$" + key) {
      let next = rest[place.upperBound...].first
      let isWhole = next.map { !$0.isLetter && !$0.isNumber && $0 != "." } ?? true
      result += rest[..<place.lowerBound] + (isWhole ? word : String(rest[place]))
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

extension JSONValue {
  /// All texts in the value.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    default: []
    }
  }

  /// The value with those of parameters in the places of `"$key"`, and their numbers in what is computed.
  fileprivate func replacing(_ values: [String: FilterValue]) -> JSONValue {
    switch self {
    case .text(let given):
      if given.first == "$", let value = values[String(given.dropFirst())] {
        return JSONValue(value, named: String(given.dropFirst()))
      }
      var text = given
      for (key, value) in values.sorted(by: { $0.key.count > $1.key.count }) {
        if case .number(let number) = value { text = text.replacing(key, with: "(\(number.plain))") }
      }
      // What is left of a computation without images is a number.
      if text != given, !text.contains("$"), let number = try? SizeExpression(text, at: "").value([:], at: "") {
        return .number(number)
      }
      return .text(text)
    case .array(let list): return .array(list.map { $0.replacing(values) })
    case .object(let members): return .object(members.mapValues { $0.replacing(values) })
    default: return self
    }
  }

  /// A parameter's value as a recipe writes it; an image by its name.
  private init(_ value: FilterValue, named key: String) {
    switch value {
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    case .text(let text): self = .text(text)
    case .color(let color):
      // As numbers where a text would round them; only a text can also stand for an image.
      let isRounded = Color(css: color.description) != color
      self =
        isRounded
        ? .array([color.red, color.green, color.blue, color.alpha].map(JSONValue.number)) : .text(color.description)
    case .point(let point): self = .array([.number(point.x), .number(point.y)])
    case .rect(let rect): self = .array([rect.x, rect.y, rect.width, rect.height].map { .number(Double($0)) })
    default: self = .text(key)
    }
  }
}
