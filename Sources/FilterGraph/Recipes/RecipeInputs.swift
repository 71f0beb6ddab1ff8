import Imaging

/// The images, mattes and tables that a recipe uses.
public struct RecipeInputs: Sendable {
  /// The images by name.
  public var images: [String: Image]
  /// The mattes of the images that have some, in the frame of the image, by the image's name.
  public var mattes: [String: MatteSet]
  /// Colour cubes by the names of their files.
  public var cubes: [String: ColorCubeTable]

  public init(images: [String: Image], mattes: [String: MatteSet] = [:], cubes: [String: ColorCubeTable] = [:]) {
    self.images = images
    self.mattes = mattes
    self.cubes = cubes
  }
}

extension Recipe {
  private var parameters: [RecipeParameter] { steps.flatMap { $0.parameters.values } }

  private var references: [RecipeImage] {
    steps.flatMap { [$0.input, $0.mask].compactMap { $0 } }
      + parameters.compactMap { if case .image(let image) = $0 { image } else { nil } }
  }

  /// The kinds of mattes that the recipe uses.
  public var matteKinds: Set<MatteKind> {
    Set(references.compactMap { if case .matte(let kind, _) = $0 { kind } else { nil } })
  }

  /// The kinds of mattes of one input that the recipe uses.
  ///
  /// - Parameter names: all inputs; if there is only one, mattes without a name refer to it.
  public func matteKinds(of input: String, among names: [String]) -> Set<MatteKind> {
    Set(
      references.compactMap {
        if case .matte(let kind, let owner) = $0, owner == input || owner == nil && names == [input] {
          kind
        } else {
          nil
        }
      })
  }

  /// The files of the colour cubes that the recipe uses.
  public var cubeFiles: Set<String> {
    Set(parameters.compactMap { if case .cubeFile(let file) = $0 { file } else { nil } })
  }

  /// The recipe applied to its inputs. A matte that an image does not have is black.
  ///
  /// - Throws: ``RecipeError`` for an unknown name, and for values that do not fit together.
  public func image(of inputs: RecipeInputs) throws(RecipeError) -> Image {
    try checkUse(of: inputs)
    var known = inputs.images
    var last: Image?
    var emptied: Step?
    // Each is one image, however many steps use it.
    var mattes: [RecipeImage: Image] = [:]
    for step in steps {
      func resolve(_ reference: RecipeImage, _ path: String) throws(RecipeError) -> Image {
        if let matte = mattes[reference] { return matte }
        let image = try Recipe.resolve(reference, at: path, known: known, inputs)
        if case .matte = reference { mattes[reference] = image }
        return image
      }
      let input: Image
      if let reference = step.input {
        input = try resolve(reference, "\(step.path).input")
      } else if let previous = last ?? (inputs.images.count == 1 ? inputs.images.values.first : nil) {
        input = previous
      } else {
        throw RecipeError(
          path: "\(step.path).input", reason: "there are several inputs; name one of \(Recipe.list(inputs.images.keys))"
        )
      }
      let result = try apply(filter(of: step, inputs, known: known, resolve), to: input, in: step)
      // The filter's own error, such as that a text is too long.
      if let error = Recipe.error(of: result, made: input) { throw Recipe.refusal(error, in: step) }
      if result.extent.isEmpty, !input.extent.isEmpty, emptied == nil { emptied = step }
      if let mask = step.mask {
        last = result.blended(over: input, mask: try resolve(mask, "\(step.path).mask"))
      } else {
        last = result
      }
      if let name = step.name { known[name] = last }
    }
    if let output, known[output] == nil {
      throw RecipeError(
        path: "$.output", reason: "there is no image \"\(output)\"; there are \(Recipe.list(known.keys))")
    }
    let result = output.flatMap { known[$0] } ?? last ?? .empty
    try check(result, emptiedBy: emptied)
    return result
  }

  private func apply(_ filter: any Filter, to input: Image, in step: Step) throws(RecipeError) -> Image {
    guard let recipe = filter as? RecipeFilter else { return input.applying(filter) }
    // Directly: trying a recipe first at each level would double the time.
    do {
      return try recipe.image(of: input)
    } catch {
      throw Recipe.refusal(error, in: step)
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

  private static func refusal(_ error: FilterError, in step: Step) -> RecipeError {
    RecipeError(path: "\(step.path).parameters\(error.key.map { ".\($0)" } ?? "")", reason: error.description)
  }

  /// Maximum number of pixels of a result that is written whole.
  private static let mostPixels = 1 << 28

  /// - Throws: ``RecipeError`` for an empty result, and for an infinite one that is to be written whole.
  private func check(_ result: Image, emptiedBy step: Step?) throws(RecipeError) {
    if extent == .result, result.extent.isInfinite {
      throw RecipeError(
        path: "$.extent",
        reason:
          "the result goes on for ever; write \"photo\" for the frame of the first input, or [x, y, width, height]")
    }
    if extent == .result, let size = result.extent.size,
      size.width.multipliedReportingOverflow(by: size.height).partialValue > Recipe.mostPixels || size.width > 1 << 28
    {
      let isCut = max(size.width, size.height) >= LanczosScaleTransform.longestSide
      throw RecipeError(
        path: "$.extent",
        reason:
          "the result would be \(size) pixels\(isCut ? " or more" : ""), more than a picture has; write \"photo\" for the "
          + "frame of the first input, [x, y, width, height], or a smaller scale or radius into the steps")
    }
    if case .rect(let rect) = extent, rect.width > Recipe.mostPixels / rect.height {
      throw RecipeError(
        path: "$.extent",
        reason: "\(rect.width)x\(rect.height) pixels are more than a picture has; write a smaller rectangle")
    }
    guard result.extent.isEmpty, let step else { return }
    if let text = step.filter.parameters.first(where: { parameter in
      guard parameter.type == .text else { return false }
      if case .value(.text(let text))? = step.parameters[parameter.key] { return text.isEmpty }
      return step.parameters[parameter.key] == nil && parameter.defaultValue == .text("")
    }) {
      throw RecipeError(path: "\(step.path).parameters.\(text.key)", reason: "the text is empty")
    }
    throw RecipeError(
      path: step.path,
      reason:
        "nothing is left of the picture after \(step.filter.name); give a scale above 0, a rectangle that meets it, "
        + "or whatever it needs to leave some")
  }

  /// - Throws: ``RecipeError`` for a step with the name of an input, and for a name that is not used.
  private func checkUse(of inputs: RecipeInputs) throws(RecipeError) {
    let used = Set(
      references.compactMap { if case .named(let name) = $0 { name } else { nil } } + [output].compactMap { $0 }
        + parameters.flatMap { (parameter) -> [String] in
          guard case .sizes(let expressions, _) = parameter else { return [] }
          return expressions.flatMap { Array($0.names) }
        })
    for (index, step) in steps.enumerated() {
      guard let name = step.name else { continue }
      if inputs.images[name] != nil {
        throw RecipeError(
          path: "\(step.path).name", reason: "\"\(name)\" is an input; a step needs a name of its own")
      }
      // The next step is applied to this one if it names no input of its own, and the last one is rendered.
      let isPassedOn = index + 1 < steps.count ? steps[index + 1].input == nil : output == nil
      guard isPassedOn || used.contains(name) else {
        throw RecipeError(path: "\(step.path).name", reason: "nothing uses \"\(name)\"")
      }
    }
  }

  private func filter(
    of step: Step, _ inputs: RecipeInputs, known: [String: Image],
    _ resolve: (RecipeImage, String) throws(RecipeError) -> Image
  ) throws(RecipeError) -> any Filter {
    var values: [String: FilterValue] = [:]
    var isFromFile = false
    var curves: ColorCubeTable?
    for (key, parameter) in step.parameters.sorted(by: { $0.key < $1.key }) {
      let path = "\(step.path).parameters.\(key)"
      switch parameter {
      case .value(let value): values[key] = value
      case .sizes(let expressions, let parameter):
        values[key] = try RecipeParameter.value(of: expressions, for: parameter, known, at: path)
      case .image(let reference): values[key] = .image(try resolve(reference, path))
      case .cubeFile(let file):
        guard let cube = inputs.cubes[file] else {
          throw RecipeError(path: "\(path).cube", reason: "the file \(file) was not given")
        }
        values[key] = .data(cube.samples)
        if values["cubeDimension"] == nil { values["cubeDimension"] = .number(Double(cube.dimension)) }
        isFromFile = true
        if cube.curves != nil { curves = cube }
      }
    }
    // Files are made for display values, which a plain cube would not apply.
    let isCube = ["colorCube", "colorCubeWithColorSpace"].contains(step.filter.name)
    var filter = isFromFile && isCube ? ColorCubeWithColorSpace.description : step.filter
    // A cube has too few nodes for most tables of one dimension.
    let needsCube = values["extrapolate"] == .boolean(true) || step.parameters["cubeDimension"] != nil
    if isCube, !needsCube, let curves, let nodes = curves.curves {
      let domain = [Double(curves.curvesDomain.lowerBound), Double(curves.curvesDomain.upperBound)]
      filter = ColorCurves.description
      values = values.filter { $0.key == "colorSpace" }
      values["curvesData"] = .data(nodes)
      values["curvesDomain"] = .vector(domain)
    }
    if isFromFile, values["colorSpace"] == nil, filter.parameters.contains(where: { $0.key == "colorSpace" }) {
      values["colorSpace"] = .colorSpace(.sRGB)
    }
    do {
      return try filter.makeStep(values)
    } catch {
      throw Recipe.refusal(error, in: step)
    }
  }

  private static func resolve(
    _ reference: RecipeImage, at path: String, known: [String: Image], _ inputs: RecipeInputs
  ) throws(RecipeError) -> Image {
    switch reference {
    case .color(let color): return .color(color)
    case .named(let name):
      if let image = known[name] { return image }
      if let color = Color(css: name) { return .color(color) }
      throw RecipeError(path: path, reason: "there is no image \"\(name)\"; there are \(list(known.keys))")
    case .matte(let kind, let owner):
      guard let name = owner ?? (inputs.images.count == 1 ? inputs.images.keys.first : nil) else {
        throw RecipeError(
          path: path, reason: "there are several inputs; write matte:\(kind.rawValue)@ and the name of one")
      }
      guard let image = inputs.images[name] else {
        throw RecipeError(path: path, reason: "there is no input \"\(name)\"; there are \(list(inputs.images.keys))")
      }
      let rect = image.extent.rect ?? .empty
      guard let matte = inputs.mattes[name]?[kind] else { return Image.color(.black).cropped(to: rect) }
      return .matte(matte, fitting: rect)
    }
  }

  private static func list(_ names: some Sequence<String>) -> String {
    names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
