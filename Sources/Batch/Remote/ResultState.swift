/// Whether a result is to be made, replaced or left.
enum ResultState: Sendable {
  case toMake
  case toReplace(ReplacedResult)
  case skipped
  /// It was made before of the same photo, by the same recipe.
  case unchanged(faceCount: Int?, mattes: [String], warnings: [String])
}
