import Imaging

extension Recipe {
  var parameters: [RecipeParameter] { steps.flatMap { $0.parameters.values } }

  var references: [RecipeImage] {
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
}
