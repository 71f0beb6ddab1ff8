import Glibc
import Imaging

/// The square round the mouth of a mesh, as level as the eyes are.
struct MouthSquare {
  /// The side of the square, and the mouth's width in it, in pixels of the square.
  static let side = 80
  static let mouth: Float = 48
  /// The mouth's minimum width, in pixels of the picture; below it too little is visible.
  private static let smallestMouth: Float = 12

  let crop: FaceCrop
  /// A step of one pixel of the square down the face, in pixels of the picture.
  let down: SIMD2<Float>
  /// The middle of the mouth and half of its width, in pixels of the square.
  let middle, half: Float
  private let toSquare: AffineTransform2D

  /// Nil if the mouth is too small or in profile.
  init?(_ points: [SIMD3<Float>]) {
    let across = points[MeshTopology.mouthLeft] - points[MeshTopology.mouthRight]
    let eyes = points[MeshTopology.leftEyeOuter] - points[MeshTopology.rightEyeOuter]
    let width = (across * across).sum().squareRoot()
    let seen = (across.x * across.x + across.y * across.y).squareRoot()
    guard width >= Self.smallestMouth, seen >= 0.5 * width else { return nil }
    let outline = FacePart.outerLips.meshIndices
    let sum = outline.reduce(SIMD2<Float>.zero) { $0 + SIMD2(points[$1].x, points[$1].y) }
    crop = FaceCrop(
      center: sum / Float(outline.count), side: width * Float(Self.side) / Self.mouth, roll: atan2f(eyes.y, eyes.x))
    let map = crop.map(pixels: Self.side)
    guard let inverse = map.inverse else { return nil }
    toSquare = inverse
    down = SIMD2(Float(map.c), Float(map.d))
    let columns = MeshTopology.upperLip[0].map { index in
      Float(inverse.apply(x: Double(points[index].x), y: Double(points[index].y)).x)
    }
    guard let left = columns.min(), let right = columns.max(), right - left >= 0.5 * Self.mouth else { return nil }
    (middle, half) = ((left + right) / 2, (right - left) / 2)
  }

  /// A point of the mesh in pixels of the square.
  func place(_ point: SIMD3<Float>) -> SIMD2<Float> {
    let place = toSquare.apply(x: Double(point.x), y: Double(point.y))
    return SIMD2(Float(place.x), Float(place.y))
  }

  /// The share of a shift of the corners in a column, `0...1`; the rest is that of the lip's middle.
  func cornerShare(at x: Float) -> Float {
    let u = ((x - middle) / half).clamped(to: -1...1)
    return u * u
  }
}
