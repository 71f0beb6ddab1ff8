import Imaging

@testable import FaceMeta

/// A face that moves on a known path.
struct ScriptedFace: Sendable {
  /// The appearance: faces of different numbers differ.
  var look: Int
  /// The bounds at a time in seconds, in pixels; nil while the face is not visible.
  var box: @Sendable (Double) -> FaceBox?
  var roll: @Sendable (Double) -> Angle = { _ in .zero }
  var confidence = 0.95
  /// Whether only the verification network sees it.
  var isProfile: @Sendable (Double) -> Bool = { _ in false }
  /// Whether it has motion blur, so that only the verification network detects it when given its direction.
  var isBlurred: @Sendable (Double) -> Bool = { _ in false }
  /// Whether the verification network confirms it as a new face.
  var isConfirmed: @Sendable (Double) -> Bool = { _ in true }
  /// How far the mesh slides off the face, in pixels.
  var slip: @Sendable (Double) -> SIMD2<Double> = { _ in .zero }

  static func box(_ x: Double, _ y: Double, side: Double = 40) -> FaceBox {
    FaceBox(center: SIMD2(x, y), extent: SIMD2(side, side))
  }
}
