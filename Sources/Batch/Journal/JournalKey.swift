/// The inputs of a result, and its place.
struct JournalKey: Sendable, Hashable {
  /// The SHA-256 of the input's bytes, in hexadecimal digits.
  let input: String
  /// The digest of effect, settings, coding and version: ``RecipeDigest``.
  let recipe: String
  /// The path relative to the output's folder, percent-encoded.
  let output: String
}
