/// Decides whether the frames of a movie are written with alpha, all alike: those of a source that declares alpha are,
/// and for others the first frame decides. A value.
package struct AlphaDecision: Sendable {
  private let isHeld: Bool
  private let isStated: Bool
  /// Whether the first frame of a source without declared alpha was opaque; nil before it.
  private var isOpaque: Bool?
  /// Whether a translucent frame is written opaque.
  package private(set) var hasFlattened = false

  /// - Parameters:
  ///   - isHeld: whether alpha can be written.
  ///   - isStated: whether the source declares alpha.
  package init(holdingAlpha isHeld: Bool, statedBySource isStated: Bool) {
    self.isHeld = isHeld
    self.isStated = isStated
  }

  /// The content of the written frames; nil before the first.
  package var content: MovieContent? { isOpaque.map { $0 || !isHeld ? .color : .colorWithAlpha } }

  /// Takes the next frame, and returns whether it is to be written opaque.
  package mutating func flattens(frameThatIsOpaque isFrameOpaque: Bool) -> Bool {
    let isOpaque = isOpaque ?? (isFrameOpaque && !isStated)
    self.isOpaque = isOpaque
    guard isOpaque || !isHeld else { return false }
    if !isFrameOpaque { hasFlattened = true }
    return true
  }

  /// A sentence about the loss; nil if nothing is lost.
  ///
  /// - Parameters:
  ///   - name: the file's name in the sentence.
  ///   - others: the formats that support alpha.
  package func warning(of name: String, keptBy others: String) -> String? {
    guard hasFlattened else { return nil }
    return isHeld
      ? "its first frame is opaque, and so all are written: what is transparent in later ones is black"
      : "\(name) has no transparency: what is transparent is black; write \(others) to keep it"
  }
}
