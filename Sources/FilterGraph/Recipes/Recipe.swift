import Imaging

/// A chain of filters written as JSON.
///
/// ```json
/// {"version": 1,
///  "steps": [
///    {"name": "white", "filter": "CIMaximumComponent", "input": "photo"},
///    {"filter": "gammaAdjust", "parameters": {"power": 0.5}, "mask": "matte:skin"}
///  ]}
/// ```
///
/// - `version`: 1.
/// - `steps`: one after the other. `filter` is our name or Core Image's; `input` is what it is applied to, the step
///   before if it is not given (for the first step the only input), and may stand in `parameters` as `inputImage`;
///   `parameters` are the filter's, by our key or Core Image's; `name` lets later steps speak of the result; with a
///   `mask` the result shows where the mask is white and the step's input where it is black.
/// - `output`: the name of what is rendered; the last step if it is not given.
/// - `extent`: what of it becomes the picture: `"photo"` (the frame of the first input, as without it), `"result"` (all
///   that it covers), or `[x, y, width, height]`.
///
/// Images are named: an input, a step, `matte:hair` (of the only input; `matte:hair@photo` of one of several), or a
/// colour, `#rrggbb` or by a CSS name that is not an image's. A number may be computed from the places and sizes of
/// images: `"$photo.width / 2"`, `["$photo.x", 0, "0.5 * $photo.width", "$photo.height"]`. Numbers, flags and colours
/// are written as such; points, rectangles, transforms, vectors and tables as lists of numbers; a colour cube may be
/// read from a file: `{"cube": "look.cube"}`, which also gives its dimension. Such files are made for display values:
/// their colours are looked up in sRGB, unless a `colorSpace` is given.
public struct Recipe: Sendable {
  struct Step: Sendable {
    let path: String
    let name: String?
    let filter: FilterDescription
    let input: RecipeImage?
    let mask: RecipeImage?
    let parameters: [String: RecipeParameter]
  }

  /// The part of a recipe's result that becomes the picture.
  public enum Area: Sendable, Hashable {
    /// The frame of the first input.
    case photo
    /// All that the result covers.
    case result
    /// A rectangle of the result, in pixels.
    case rect(PixelRect)
  }

  let steps: [Step]
  let size: RecipeSize
  let output: String?
  /// The part of the result that becomes the picture.
  public let extent: Area

  /// Reads a recipe and checks everything that does not depend on its inputs: keys, filters, parameters, their types
  /// and ranges.
  ///
  /// - Throws: ``RecipeError`` that carries the path of the first mistake.
  ///
  /// - Parameters:
  ///   - json: the recipe.
  ///   - filters: additional filters that it may use, ``Filter/description`` of a program's own or one defined by a
  ///     recipe (``FilterDescription/init(json:filters:)``); they take precedence over the registered ones.
  public init(json: [UInt8], filters: [FilterDescription] = []) throws(RecipeError) {
    try self.init(try JSONValue.parse(json), filters: filters)
  }

  init(_ document: JSONValue, filters: [FilterDescription]) throws(RecipeError) {
    let members = try document.documentMembers(allowing: ["version", "steps", "output", "extent"])
    guard case .array(let list)? = members["steps"], !list.isEmpty else {
      throw RecipeError(path: "$.steps", reason: "this must be a list of at least one step")
    }
    var steps: [Step] = []
    for (index, value) in list.enumerated() { steps.append(try Recipe.step(value, at: "$.steps[\(index)]", filters)) }
    try Recipe.checkNames(of: steps)
    size = try RecipeSize(of: steps.map(\.filter))
    self.steps = steps
    output = try members["output"].map { (value) throws(RecipeError) in try value.string(at: "$.output") }
    extent = try members["extent"].map { (value) throws(RecipeError) in try Recipe.area(value) } ?? .photo
  }

  /// - Throws: ``RecipeError`` for a duplicate name of a step.
  private static func checkNames(of steps: [Step]) throws(RecipeError) {
    var known: [String: String] = [:]
    for step in steps {
      guard let name = step.name else { continue }
      if let first = known[name] {
        throw RecipeError(path: "\(step.path).name", reason: "\(first) has the name \"\(name)\" already")
      }
      known[name] = step.path
    }
  }

  private static func area(_ value: JSONValue) throws(RecipeError) -> Area {
    switch value {
    case .text("photo"): return .photo
    case .text("result"): return .result
    case .array(let list):
      let numbers = list.compactMap { if case .number(let number) = $0 { number } else { nil } }
      if numbers.count == list.count, case .rect(let rect)? = FilterValue(numbers: numbers, as: .rect), !rect.isEmpty {
        return .rect(rect)
      }
    default: break
    }
    throw RecipeError(
      path: "$.extent",
      reason: "this must be \"photo\", \"result\" or four whole numbers [x, y, width, height], not \(value.words)")
  }

  private static func step(
    _ value: JSONValue, at path: String, _ filters: [FilterDescription]
  ) throws(RecipeError) -> Step {
    let members = try value.members(at: path, allowing: ["name", "filter", "input", "mask", "parameters"])
    guard let filterName = members["filter"] else {
      throw RecipeError(path: "\(path).filter", reason: "a step needs a filter")
    }
    let filter = try locating("\(path).filter") { () throws(FilterError) in
      try FilterRegistry.filter(named: (try? filterName.string(at: "")) ?? filterName.words, filters: filters)
    }
    let (parameters, inputImage) = try parameters(of: filter, members["parameters"], at: "\(path).parameters")
    if inputImage != nil, members["input"] != nil {
      throw RecipeError(
        path: "\(path).parameters.inputImage", reason: "the step has an input already; write one of the two")
    }
    func image(_ key: String) throws(RecipeError) -> RecipeImage? {
      try members[key].map { (value) throws(RecipeError) in try RecipeImage(value, at: "\(path).\(key)") }
    }
    let name = try members["name"].map { (value) throws(RecipeError) in
      let name = try value.string(at: "\(path).name")
      // Elsewhere these are not names of steps.
      guard !name.isEmpty, !name.hasPrefix("#"), !name.hasPrefix("matte:") else {
        throw RecipeError(
          path: "\(path).name", reason: "\"\(name)\" cannot be a step's name: it is empty, a colour or a matte")
      }
      return name
    }
    return Step(
      path: path, name: name, filter: filter, input: try image("input") ?? inputImage, mask: try image("mask"),
      parameters: parameters)
  }

  /// The parameters of a step. As in Core Image, the picture may be one of them.
  private static func parameters(
    of filter: FilterDescription, _ value: JSONValue?, at path: String
  ) throws(RecipeError) -> ([String: RecipeParameter], inputImage: RecipeImage?) {
    guard let value else { return ([:], nil) }
    guard case .object(let members) = value else {
      throw RecipeError(path: path, reason: "this must be an object, not \(value.words)")
    }
    var parameters: [String: RecipeParameter] = [:]
    var inputImage: RecipeImage?
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      let place = "\(path).\(key)"
      guard key != "inputImage" else {
        inputImage = try RecipeImage(value, at: place)
        continue
      }
      let parameter = try locating(place) { () throws(FilterError) in try filter.parameter(named: key) }
      guard parameters[parameter.key] == nil else {
        throw RecipeError(path: place, reason: "\(parameter.key) is given twice, once by Core Image's name")
      }
      parameters[parameter.key] = try RecipeParameter(value, for: parameter, at: place)
    }
    return (parameters, inputImage)
  }

  /// Gives a filter's error its place.
  static func locating<Result>(
    _ path: String, _ work: () throws(FilterError) -> Result
  ) throws(RecipeError) -> Result {
    do {
      return try work()
    } catch {
      throw RecipeError(path: path, reason: error.description)
    }
  }
}
