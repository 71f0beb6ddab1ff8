import MatteKit

/// Which faces are looked for in a photo that effects are applied to.
public struct FaceSearch: Sendable, Hashable {
  /// Faces below this confidence do not count; `0...1`.
  public var minimumConfidence = 0.5
  /// The width of the smallest face to look for, in pixels of the picture; nil for the detector's default.
  public var minimumFaceSize: Double?
  /// The region of the upright picture in which faces are looked for.
  public var regionOfInterest = NormalizedRect.full
  /// Faces that the caller knows of, as fractions of the upright picture, beside those that are found: where a detector
  /// sees nothing, somebody may.
  public var boxes: [NormalizedRect] = []

  /// The defaults: the whole picture, and all faces that are more likely than not.
  public init() {}

  /// All that makes a difference to results; nothing for the defaults.
  var words: [String] {
    guard self != FaceSearch() else { return [] }
    func text(_ rect: NormalizedRect) -> String { "\(rect.x),\(rect.y),\(rect.width),\(rect.height)" }
    return [
      "faces", "\(minimumConfidence)", minimumFaceSize.map { "\($0)" } ?? "-", text(regionOfInterest),
    ] + boxes.map(text)
  }
}
