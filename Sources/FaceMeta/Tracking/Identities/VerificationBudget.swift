/// How often the verification network may be asked in one frame. Each time costs about as much as a mesh.
struct VerificationBudget {
  /// Number of faces and candidates that it may still be asked about.
  private(set) var left: Int

  /// How often it is asked in one frame, and in one that is searched whole.
  private static let maximum = (frame: 3, wholeSearch: 12)

  init(searchesWholePicture: Bool) { left = searchesWholePicture ? Self.maximum.wholeSearch : Self.maximum.frame }

  /// How many of an ordinary frame's verifications are used. Those that a search of the whole picture has more count
  /// for nothing.
  var used: Int { max(0, Self.maximum.frame - left) }

  /// Takes a number of verifications, at most those that are left.
  mutating func take(_ count: Int) { left -= count }
}
