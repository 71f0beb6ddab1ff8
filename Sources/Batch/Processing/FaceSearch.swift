import MatteKit

/// The faces that are searched for in a photo.
public struct FaceSearch: Sendable, Hashable {
  /// Faces below this confidence do not count; `0...1`.
  public var minimumConfidence = 0.5
  /// The width of the smallest face to detect, in pixels of the picture; nil for the detector's default.
  public var minimumFaceSize: Double?
  /// The region of the upright picture in which faces are searched for.
  public var regionOfInterest = NormalizedRect.full
  /// Faces known to the caller, as fractions of the upright picture, in addition to the detected ones.
  public var boxes: [NormalizedRect] = []

  /// The defaults: the whole picture, and all faces that are more likely than not.
  public init() {}

  /// Everything that affects results; nothing for the defaults.
  var words: [String] {
    guard self != FaceSearch() else { return [] }
    func text(_ rect: NormalizedRect) -> String { "\(rect.x),\(rect.y),\(rect.width),\(rect.height)" }
    return [
      "faces", "\(minimumConfidence)", minimumFaceSize.map { "\($0)" } ?? "-", text(regionOfInterest),
    ] + boxes.map(text)
  }
}
