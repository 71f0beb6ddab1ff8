import FilterGraph
import Imaging

/// The lips of a face as a mask: what lies between the mesh's two outlines, the mouth's opening and teeth left out.
struct LipShape {
  let face: FaceShape

  /// Lips nearer than this part of the mouth's width are closed: the mesh is not more exact than that.
  private static let closed = 0.05

  /// The width of the mouth in pixels; nil for a face without mesh.
  var mouthWidth: Double? {
    guard face.points.count > 291 else { return nil }
    return max(1, FaceShape.length(face.points[291] - face.points[61]))
  }

  /// Whether there is an opening between the lips that is large enough to be seen.
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
