import Imaging

/// The JSON definition of a filter composed of other filters.
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
  private var parameters: [RecipeFilterParameter] = []
  private var steps = RecipeStepTemplate(.array([]))
  private var output: JSONValue?
  private var filters: [FilterDescription] = []
  private(set) var size = RecipeSize.plainFilter

  /// The name by which steps refer to the image that the filter is applied to.
  static let input = "inputImage"

  /// A picture with which values are checked.
  static let sample = Image.color(.black).cropped(to: PixelRect(x: 0, y: 0, width: 4096, height: 4096))

  init() {}

  /// - Parameter filters: custom filters that the steps may use besides the registered ones.
  /// - Throws: ``RecipeError`` with the path of the first mistake.
  init(json: [UInt8], filters: [FilterDescription]) throws(RecipeError) {
    let document = try JSONValue.parse(json)
    let members = try document.documentMembers(
      allowing: ["version", "name", "summary", "law", "parameters", "steps", "output"])
    func text(_ key: String) throws(RecipeError) -> String? {
      try members[key].map { (value) throws(RecipeError) in try value.string(at: "$.\(key)") }
    }
    name = try Self.newName(text("name"), besides: filters)
    if let cycle = RecipeFilterCycle(document) {
      throw RecipeError(path: "$.steps", reason: "filters must not use one another circularly: \(cycle)")
    }
    summary = try text("summary") ?? "A filter made of others."
    law = try text("law") ?? summary
    self.filters = filters
    guard let steps = members["steps"] else {
      throw RecipeError(path: "$.steps", reason: "this must be a list of at least one step")
    }
    self.steps = RecipeStepTemplate(steps)
    output = members["output"]
    parameters = try Self.parameters(members["parameters"])
    try checkUse()
    try trySteps()
  }

  /// - Throws: ``RecipeError`` if the text is not a valid name, or is the name of a filter.
  private static func newName(
    _ text: String?, besides filters: [FilterDescription]
  ) throws(RecipeError) -> String {
    guard let text, isName(text) else {
      throw RecipeError(path: "$.name", reason: "a filter needs a name of letters and digits, such as \"softGlow\"")
    }
    if let known = (FilterRegistry.all + filters).first(where: { $0.answers(to: text) }) {
      throw RecipeError(path: "$.name", reason: "there is a filter \(known.name) already; give another name")
    }
    return text
  }

  private static func parameters(_ value: JSONValue?) throws(RecipeError) -> [RecipeFilterParameter] {
    guard let value else { return [] }
    guard case .object(let members) = value else {
      throw RecipeError(path: "$.parameters", reason: "this must be an object, not \(value.words)")
    }
    var parameters: [RecipeFilterParameter] = []
    for (key, declaration) in members.sorted(by: { $0.key < $1.key }) {
      parameters.append(try RecipeFilterParameter(key, declaration, at: "$.parameters.\(key)"))
    }
    return parameters
  }

  /// Applies the steps with the defaults, so that faults are reported when the filter is defined, not when it is used.
  private mutating func trySteps() throws(RecipeError) {
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

  /// Whether a string is a valid name of a filter or a parameter: ASCII letters and digits, a letter first.
  static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.utf8.allSatisfy { $0 < 128 } && text.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// - Throws: ``RecipeError`` for a parameter that nothing uses.
  private func checkUse() throws(RecipeError) {
    for parameter in parameters where !steps.mentions(parameter.key) {
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

  /// The recipe for some values of the parameters.
  func recipe(_ values: [String: FilterValue]) throws(RecipeError) -> Recipe {
    var members: [String: JSONValue] = ["version": .number(1), "steps": steps.filled(with: values)]
    // By default the first step is applied to the filter's own image.
    if case .array(var list)? = members["steps"], case .object(var first)? = list.first, first["input"] == nil {
      first["input"] = .text(Self.input)
      list[0] = .object(first)
      members["steps"] = .array(list)
    }
    members["output"] = output
    return try Recipe(.object(members), filters: filters)
  }

  /// The parameter that caused an error of the steps: the first one named in the error's path.
  func key(of error: RecipeError) -> String {
    parameters.first { error.path.contains($0.key) }?.key ?? Self.input
  }
}
