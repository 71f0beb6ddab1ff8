import Imaging

extension Recipe {
  /// The recipe applied to its inputs. A matte that an image does not have is black.
  ///
  /// - Throws: ``RecipeError`` for an unknown name, and for values that do not fit together.
  public func image(of inputs: RecipeInputs) throws(RecipeError) -> Image {
    try checkUse(of: inputs)
    var evaluation = RecipeEvaluation(inputs)
    for step in steps { try evaluation.apply(step) }
    let images = evaluation.images
    if let output, images[output] == nil {
      throw RecipeError(
        path: "$.output", reason: "there is no image \"\(output)\"; there are \(Recipe.list(images.keys))")
    }
    let result = output.flatMap { images[$0] } ?? evaluation.last ?? .empty
    try check(result, emptiedBy: evaluation.emptyingStep)
    return result
  }
}

/// The images of a recipe, made step by step.
private struct RecipeEvaluation {
  private let inputs: RecipeInputs
  /// The inputs and the results of steps, by their names.
  private(set) var images: [String: Image]
  /// The result of the last step; nil before the first.
  private(set) var last: Image?
  /// The first step that left nothing of its input.
  private(set) var emptyingStep: Recipe.Step?
  /// The mattes that were used. Each is one image, however many steps use it.
  private var mattes: [RecipeImage: Image] = [:]

  init(_ inputs: RecipeInputs) {
    self.inputs = inputs
    images = inputs.images
  }

  mutating func apply(_ step: Recipe.Step) throws(RecipeError) {
    let input = try input(of: step)
    let result = try Self.apply(filter(of: step), to: input, in: step)
    // The filter's own error, such as that a text is too long.
    if let error = Self.error(of: result, made: input) { throw Self.failure(error, in: step) }
    if result.extent.isEmpty, !input.extent.isEmpty, emptyingStep == nil { emptyingStep = step }
    if let mask = step.mask {
      last = result.blended(over: input, mask: try image(mask, at: "\(step.path).mask"))
    } else {
      last = result
    }
    if let name = step.name { images[name] = last }
  }

  /// The image that a step names, or the result of the step before it; for the first step the only input.
  private mutating func input(of step: Recipe.Step) throws(RecipeError) -> Image {
    let path = "\(step.path).input"
    if let reference = step.input { return try image(reference, at: path) }
    if let last { return last }
    guard inputs.images.count == 1, let input = inputs.images.values.first else {
      throw RecipeError(
        path: path, reason: "there are several inputs; name one of \(Recipe.list(inputs.images.keys))")
    }
    return input
  }

  private static func apply(
    _ filter: any Filter, to input: Image, in step: Recipe.Step
  ) throws(RecipeError) -> Image {
    guard let recipe = filter as? RecipeFilter else { return input.applying(filter) }
    // Directly: trying a recipe first at each level would double the time.
    do {
      return try recipe.image(of: input)
    } catch {
      throw failure(error, in: step)
    }
  }

  /// The error of a step's filter for its inputs.
  private static func error(of result: Image, made input: Image) -> FilterError? {
    var node = result.node
    while node !== input.node {
      if case .filter(let error)? = node.operation.error { return error }
      guard let next = node.inputs.first else { return nil }
      node = next
    }
    return nil
  }

  private static func failure(_ error: FilterError, in step: Recipe.Step) -> RecipeError {
    RecipeError(path: "\(step.path).parameters\(error.key.map { ".\($0)" } ?? "")", reason: error.description)
  }

  private mutating func filter(of step: Recipe.Step) throws(RecipeError) -> any Filter {
    var values: [String: FilterValue] = [:]
    var cube: ColorCubeTable?
    for (key, parameter) in step.parameters.sorted(by: { $0.key < $1.key }) {
      let path = "\(step.path).parameters.\(key)"
      switch parameter {
      case .value(let value): values[key] = value
      case .sizes(let expressions, let parameter):
        values[key] = try RecipeParameter.value(of: expressions, for: parameter, images, at: path)
      case .image(let reference): values[key] = .image(try image(reference, at: path))
      case .cubeFile(let file):
        guard let table = inputs.cubes[file] else {
          throw RecipeError(path: "\(path).cube", reason: "the file \(file) was not given")
        }
        values[key] = .data(table.samples)
        if values["cubeDimension"] == nil { values["cubeDimension"] = .number(Double(table.dimension)) }
        cube = table
      }
    }
    var filter = step.filter
    if let cube { (filter, values) = Self.filter(of: step, values, reading: cube) }
    do {
      return try filter.makeStep(values)
    } catch {
      throw Self.failure(error, in: step)
    }
  }

  /// The filter and its values for a table from a file.
  ///
  /// Files are made for display values, which a plain cube would not apply. A table of one dimension has too many nodes
  /// for most cubes, so it becomes curves.
  private static func filter(
    of step: Recipe.Step, _ values: [String: FilterValue], reading cube: ColorCubeTable
  ) -> (FilterDescription, [String: FilterValue]) {
    var (filter, values) = (step.filter, values)
    if [ColorCube.declaration.name, ColorCubeWithColorSpace.declaration.name].contains(filter.name) {
      filter = ColorCubeWithColorSpace.description
      let needsCube = values["extrapolate"] == .boolean(true) || step.parameters["cubeDimension"] != nil
      if !needsCube, let nodes = cube.curves {
        filter = ColorCurves.description
        values = values.filter { $0.key == "colorSpace" }
        values["curvesData"] = .data(nodes)
        values["curvesDomain"] = .vector([
          Double(cube.curvesDomain.lowerBound), Double(cube.curvesDomain.upperBound),
        ])
      }
    }
    if values["colorSpace"] == nil, filter.parameters.contains(where: { $0.key == "colorSpace" }) {
      values["colorSpace"] = .colorSpace(.sRGB)
    }
    return (filter, values)
  }

  private mutating func image(_ reference: RecipeImage, at path: String) throws(RecipeError) -> Image {
    if let matte = mattes[reference] { return matte }
    let image = try resolved(reference, at: path)
    if case .matte = reference { mattes[reference] = image }
    return image
  }

  private func resolved(_ reference: RecipeImage, at path: String) throws(RecipeError) -> Image {
    switch reference {
    case .color(let color): return .color(color)
    case .named(let name):
      if let image = images[name] { return image }
      if let color = Color(css: name) { return .color(color) }
      throw RecipeError(path: path, reason: "there is no image \"\(name)\"; there are \(Recipe.list(images.keys))")
    case .matte(let kind, let owner):
      guard let name = owner ?? (inputs.images.count == 1 ? inputs.images.keys.first : nil) else {
        throw RecipeError(
          path: path, reason: "there are several inputs; write matte:\(kind.rawValue)@ and the name of one")
      }
      guard let image = inputs.images[name] else {
        throw RecipeError(
          path: path, reason: "there is no input \"\(name)\"; there are \(Recipe.list(inputs.images.keys))")
      }
      let rect = image.extent.rect ?? .empty
      guard let matte = inputs.mattes[name]?[kind] else { return Image.color(.black).cropped(to: rect) }
      return .matte(matte, fitting: rect)
    }
  }
}
