/// Whether a result is to be made, replaced or kept.
enum ResultState: Sendable {
  case toMake
  case toReplace(ReplacedResult)
  case skipped
  /// It was made before from the same photo, by the same recipe.
  case unchanged(faceCount: Int?, mattes: [String], warnings: [String])
}
