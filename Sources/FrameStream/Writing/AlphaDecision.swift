/// Decides whether the frames of a movie are written with alpha, all of them alike: those of a source that states alpha are, and
/// of others the first frame decides. A value.
package struct AlphaDecision: Sendable {
  private let isHeld: Bool
  private let isStated: Bool
  /// Whether the first frame was opaque, of a source that states no alpha; nil before it.
  private var isOpaque: Bool?
  /// Whether a frame was translucent that is written opaque.
  package private(set) var hasFlattened = false

  /// - Parameters:
  ///   - isHeld: whether alpha can be written.
  ///   - isStated: whether the source says that its frames have alpha.
  package init(holdingAlpha isHeld: Bool, statedBySource isStated: Bool) {
    self.isHeld = isHeld
    self.isStated = isStated
  }

  /// The content as which frames are written; nil before the first.
  package var content: MovieContent? { isOpaque.map { $0 || !isHeld ? .color : .colorWithAlpha } }

  /// Takes the next frame, and says whether it is to be written opaque.
  package mutating func flattens(frameThatIsOpaque isFrameOpaque: Bool) -> Bool {
    let isOpaque = isOpaque ?? (isFrameOpaque && !isStated)
    self.isOpaque = isOpaque
    guard isOpaque || !isHeld else { return false }
    if !isFrameOpaque { hasFlattened = true }
    return true
  }

  /// A sentence that says what is lost; nil if nothing is.
  ///
  /// - Parameters:
  ///   - name: what the sentence calls the file.
  ///   - others: what holds alpha.
  package func warning(of name: String, keptBy others: String) -> String? {
    guard hasFlattened else { return nil }
    return isHeld
      ? "its first frame is opaque, and so all are written: what is transparent in later ones is black"
      : "\(name) has no transparency: what is transparent is black; write \(others) to keep it"
  }
}
