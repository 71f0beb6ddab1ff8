import Imaging

/// The bounds of a face in pixels of the upright picture.
struct FaceBox: Sendable, Hashable {
  var middle: SIMD2<Double>
  var extent: SIMD2<Double>

  init(middle: SIMD2<Double>, extent: SIMD2<Double>) {
    self.middle = middle
    self.extent = extent
  }

  init(_ rect: NormalizedRect, in size: PixelSize) {
    let pixels = SIMD2(Double(size.width), Double(size.height))
    middle = SIMD2(rect.midX, rect.midY) * pixels
    extent = SIMD2(rect.width, rect.height) * pixels
  }

  /// The side of a square as large.
  var side: Double { (max(0, extent.x) * max(0, extent.y)).squareRoot() }
  var area: Double { max(0, extent.x) * max(0, extent.y) }

  func normalized(in size: PixelSize) -> NormalizedRect {
    let corner = middle - extent / 2
    let (width, height) = (Double(size.width), Double(size.height))
    return NormalizedRect(
      x: corner.x / width, y: corner.y / height, width: extent.x / width, height: extent.y / height)
  }

  func moved(to middle: SIMD2<Double>) -> FaceBox { FaceBox(middle: middle, extent: extent) }

  /// The shared area over that of the smaller box, `0...1`.
  func share(with other: FaceBox) -> Double {
    let low = pointwiseMax(middle - extent / 2, other.middle - other.extent / 2)
    let high = pointwiseMin(middle + extent / 2, other.middle + other.extent / 2)
    let shared = pointwiseMax(high - low, .zero)
    let smaller = min(area, other.area)
    return smaller > 0 ? shared.x * shared.y / smaller : 0
  }

  /// Whether two boxes are of one face: they share more of the smaller one than two faces can.
  func isSameFace(as other: FaceBox) -> Bool { share(with: other) > FaceAnalysisSettings.duplicateOverlap }

  /// Whether another box touches this one, or nearly does.
  func isNear(_ other: FaceBox) -> Bool {
    let offset = other.middle - middle
    let distance = pointwiseMax(offset, offset * -1)
    let reach = (extent + other.extent) * 0.65
    return distance.x < reach.x && distance.y < reach.y
  }

  /// How much of the box is inside a picture, `0...1`.
  func visibleShare(in size: PixelSize) -> Double {
    let low = pointwiseMax(middle - extent / 2, .zero)
    let high = pointwiseMin(middle + extent / 2, SIMD2(Double(size.width), Double(size.height)))
    let shared = pointwiseMax(high - low, .zero)
    return area > 0 ? shared.x * shared.y / area : 0
  }
}
