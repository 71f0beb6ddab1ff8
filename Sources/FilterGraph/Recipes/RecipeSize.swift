/// The size of a recipe, with filters that are themselves recipes counted as their steps.
struct RecipeSize: Sendable {
  /// A filter that is not a recipe.
  static let plainFilter = RecipeSize(steps: 1, levels: 0)

  /// All steps.
  let steps: Int
  /// Depth of recipes inside one another.
  let levels: Int

  /// Limits far above recipes that are written by hand. Filters composed of one another may double their steps with
  /// every level, and every level takes stack space.
  private static let (mostSteps, mostLevels) = (4_096, 64)

  private init(steps: Int, levels: Int) { (self.steps, self.levels) = (steps, levels) }

  /// The size of a recipe that uses some filters.
  ///
  /// - Throws: ``RecipeError`` for one that is too large.
  init(of filters: [FilterDescription]) throws(RecipeError) {
    self.init(
      steps: filters.reduce(0) { $0 + $1.size.steps }, levels: 1 + (filters.map(\.size.levels).max() ?? 0))
    if steps > Self.mostSteps {
      let what = filters.count > Self.mostSteps ? "there are" : "with those that its filters are made of there are"
      throw RecipeError(path: "$.steps", reason: "\(what) \(steps) steps; at most \(Self.mostSteps) can be done")
    }
    if levels > Self.mostLevels {
      throw RecipeError(
        path: "$.steps", reason: "filters use one another in \(levels) levels; at most \(Self.mostLevels) can be")
    }
  }
}
