import FilterGraph
import Glibc
import Imaging

/// A face in pixels of the upright picture: its place, size and rotation, and its mesh if there is one.
struct FaceShape {
  /// The points of the mesh, z in pixels too, smaller is nearer; empty if the face has none.
  let points: [SIMD3<Double>]
  /// The centre of the face, between forehead and chin.
  let center: SIMD3<Double>
  /// Of length 1, along the face from the viewer's left to the right when it is upright and faces the camera.
  let across: SIMD3<Double>
  /// Of length 1, from the forehead to the chin.
  let down: SIMD3<Double>
  /// From ear to ear, whatever the turn.
  let width: Double
  /// From the hairline to the chin, whatever the turn.
  let height: Double
  /// The reported yaw in radians, positive towards the viewer's left; 0 if there is none. The mesh of a profile turns
  /// less.
  let yaw: Double
  private let bounds: NormalizedRect
  private let size: PixelSize

  init(_ face: Face, in size: PixelSize) {
    bounds = face.bounds
    self.size = size
    yaw = face.yaw?.signed.radians ?? 0
    let scale = SIMD3(Double(size.width), Double(size.height), Double(size.width))
    let mesh = face.landmarks?.points.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) * scale } ?? []
    if let axes = FaceShape.axes(of: mesh) {
      points = mesh
      (center, across, down, width, height) = axes
      return
    }
    points = []
    center = SIMD3(bounds.midX * scale.x, bounds.midY * scale.y, 0)
    let roll = face.roll?.radians ?? 0
    // The bounds extend from the eyebrows to the lips and are as wide as the visible face.
    let seen = max(bounds.width * scale.x, 1)
    width = max(seen, bounds.height * scale.y)
    height = max(seen, bounds.height * scale.y) * 1.4
    across = SIMD3(cos(roll) * cos(yaw), sin(roll) * cos(yaw), -sin(yaw))
    down = SIMD3(-sin(roll), cos(roll), 0)
  }

  private typealias Axes = (
    center: SIMD3<Double>, across: SIMD3<Double>, down: SIMD3<Double>, width: Double, height: Double
  )

  /// From the points at the ears, the hairline and the chin; nil if they do not form a face.
  private static func axes(of mesh: [SIMD3<Double>]) -> Axes? {
    guard mesh.count >= 468, mesh.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 && abs($0.z) < 1e6 }) else {
      return nil
    }
    let side = mesh[454] - mesh[234]
    let width = length(side)
    guard width > 1 else { return nil }
    let across = side / width
    var line = mesh[152] - mesh[10]
    line -= across * (across * line).sum()
    let height = length(line)
    guard height > 1 else { return nil }
    return ((mesh[10] + mesh[152]) / 2, across, line / height, width, height)
  }

  static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

  /// The visible width of the face in pixels, by which drawings are scaled.
  var seenWidth: Double { max(width, height * 0.6, 1) }

  /// A point of the mesh in the picture.
  func point(_ index: Int) -> Point? {
    guard points.indices.contains(index) else { return nil }
    return Point(x: points[index].x, y: points[index].y)
  }

  /// The outline of a part, smoothed; nil for a face without mesh.
  func outline(of part: FacePart) -> [Point]? {
    let outline = part.meshIndices.compactMap { point($0) }
    return outline.count == part.meshIndices.count ? SmoothOutline.through(outline) : nil
  }

  /// The place of an offset from `anchor` along the face's own axes in pixels, in perspective from a distance of six
  /// faces: nearer parts are larger.
  ///
  /// - Parameter axis: in place of the face's own from side to side.
  func place(
    _ anchor: SIMD3<Double>, across u: Double, down v: Double, along axis: SIMD3<Double>? = nil
  ) -> Point {
    let place = anchor + (axis ?? across) * u + down * v
    let factor = 1 / (1 + max(-0.5, (place.z - center.z) / (6 * width)))
    return Point(
      x: center.x + (place.x - center.x) * factor, y: center.y + (place.y - center.y) * factor)
  }

  /// The place of an offset from `anchor` in pixels, for a part that rolls with the face but does not turn.
  func place(_ anchor: SIMD3<Double>, right u: Double, below v: Double) -> Point {
    let slant = atan2(down.x, down.y)
    let center = place(anchor, across: 0, down: 0)
    return Point(
      x: center.x + u * cos(slant) + v * sin(slant), y: center.y - u * sin(slant) + v * cos(slant))
  }

  /// An ellipse round the whole face, rotated with it, `margin` times as large; it contains the reported bounds too.
  func ellipse(margin: Double) -> [Point] {
    // The visible axes, never thinner than half the face: a profile hides a cheek, not the nose.
    let slant = atan2(down.x, down.y)
    let (c, s) = (cos(slant), sin(slant))
    let box = [
      Point(x: bounds.minX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.minY),
      Point(x: bounds.maxX, y: bounds.maxY), Point(x: bounds.minX, y: bounds.maxY),
    ].map { Point(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
    // The bounds' own ellipse, without their corners, which lie beyond the face.
    let shrunk = box.map { corner in
      Point(
        x: corner.x + ((box[0].x + box[2].x) / 2 - corner.x) * 0.2,
        y: corner.y + ((box[0].y + box[2].y) / 2 - corner.y) * 0.2)
    }
    let all = points.map { Point(x: $0.x, y: $0.y) } + shrunk
    let us = all.map { c * $0.x - s * $0.y }
    let vs = all.map { s * $0.x + c * $0.y }
    guard let left = us.min(), let right = us.max(), var top = vs.min(), var bottom = vs.max() else { return [] }
    if points.isEmpty {
      // From eyebrows and lips to forehead and chin.
      top -= (bottom - top) * 0.35
      bottom += (bottom - top) * 0.25
    }
    let (u, v) = ((left + right) / 2, (top + bottom) / 2)
    let a = max(right - left, 0.6 * (bottom - top), 8) / 2 * margin
    let b = max(bottom - top, 0.8 * (right - left), 8) / 2 * margin
    return (0..<72).map { step in
      let angle = Double(step) / 36 * .pi
      let (x, y) = (u + a * cos(angle), v + b * sin(angle))
      return Point(x: c * x + s * y, y: c * y - s * x)
    }
  }
}
