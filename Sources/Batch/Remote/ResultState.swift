/// What is known of a result.
enum ResultState: Sendable {
  case toMake
  case toReplace(ReplacedResult)
  case skipped
  /// It was made before of the same photo, by the same recipe.
  case unchanged(faceCount: Int?, mattes: [String], warnings: [String])
}
