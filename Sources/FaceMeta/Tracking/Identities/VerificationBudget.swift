/// The number of runs of the verification network allowed in one frame. Each costs about as much as a mesh.
struct VerificationBudget {
  /// The remaining number of faces and candidates.
  private(set) var left: Int

  /// The number of runs in one frame, and in one that is searched whole.
  private static let maximum = (frame: 3, wholeSearch: 12)

  init(searchesWholePicture: Bool) { left = searchesWholePicture ? Self.maximum.wholeSearch : Self.maximum.frame }

  /// The number of an ordinary frame's verifications that were used. The additional ones of a whole search do not
  /// count.
  var used: Int { max(0, Self.maximum.frame - left) }

  /// Takes a number of verifications, at most the remaining ones.
  mutating func take(_ count: Int) { left -= count }
}
