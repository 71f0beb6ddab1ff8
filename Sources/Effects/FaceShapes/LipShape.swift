import FilterGraph
import Imaging

/// The lips of a face as a mask: the area between the mesh's two outlines, without the mouth's opening and teeth.
struct LipShape {
  let face: FaceShape

  /// Lips with a smaller opening than this fraction of the mouth's width count as closed: the mesh is not more
  /// accurate.
  private static let closed = 0.05

  /// The width of the mouth in pixels; nil for a face without mesh.
  var mouthWidth: Double? {
    guard face.points.count > 291 else { return nil }
    return max(1, FaceShape.length(face.points[291] - face.points[61]))
  }

  /// Whether there is a visible opening between the lips.
  private var isOpen: Bool {
    guard face.points.count > 14, let mouthWidth else { return false }
    return FaceShape.length(face.points[14] - face.points[13]) > Self.closed * mouthWidth
  }

  func mask(in subject: EffectSubject) -> Image? {
    guard let mouthWidth, let outer = face.outline(of: .outerLips), let inner = face.outline(of: .innerLips) else {
      return nil
    }
    let outlines = (isOpen ? [outer, inner] : [outer]).map { $0.map(subject.stored) }
    let lips = AreaMask.image(outlines, in: PixelRect(subject.size), softness: mouthWidth * 0.018)
    guard let teeth = subject.mask(.teeth) else { return lips }
    return lips.and(teeth.inverted)
  }
}
