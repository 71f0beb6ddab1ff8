import Imaging

extension Recipe {
  /// Maximum number of pixels of a result that is written whole.
  private static let mostPixels = 1 << 28

  /// Checks the result of the steps.
  ///
  /// - Parameter step: the first step that left nothing of its input.
  /// - Throws: ``RecipeError`` for an empty result, and for an infinite one that is to be written whole.
  func check(_ result: Image, emptiedBy step: Step?) throws(RecipeError) {
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

  /// Checks the names of steps.
  ///
  /// - Throws: ``RecipeError`` for a step with the name of an input, and for a name that is not used.
  func checkUse(of inputs: RecipeInputs) throws(RecipeError) {
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

  /// Names for a message.
  static func list(_ names: some Sequence<String>) -> String {
    names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
