import Imaging

/// The bounds of a face in pixels of the upright picture.
struct FaceBox: Sendable, Hashable {
  /// The center in pixels.
  var center: SIMD2<Double>
  /// Width and height, in pixels.
  var extent: SIMD2<Double>

  init(center: SIMD2<Double>, extent: SIMD2<Double>) {
    self.center = center
    self.extent = extent
  }

  init(_ rect: NormalizedRect, in size: PixelSize) {
    let pixels = SIMD2(Double(size.width), Double(size.height))
    center = SIMD2(rect.midX, rect.midY) * pixels
    extent = SIMD2(rect.width, rect.height) * pixels
  }

  /// The side of the square of the same area, in pixels.
  var side: Double { (max(0, extent.x) * max(0, extent.y)).squareRoot() }
  var area: Double { max(0, extent.x) * max(0, extent.y) }

  func normalized(in size: PixelSize) -> NormalizedRect {
    let corner = center - extent / 2
    let (width, height) = (Double(size.width), Double(size.height))
    return NormalizedRect(
      x: corner.x / width, y: corner.y / height, width: extent.x / width, height: extent.y / height)
  }

  func moved(to center: SIMD2<Double>) -> FaceBox { FaceBox(center: center, extent: extent) }

  /// The area of the intersection over the area of the smaller box, `0...1`.
  func overlap(with other: FaceBox) -> Double {
    let low = pointwiseMax(center - extent / 2, other.center - other.extent / 2)
    let high = pointwiseMin(center + extent / 2, other.center + other.extent / 2)
    let shared = pointwiseMax(high - low, .zero)
    let smaller = min(area, other.area)
    return smaller > 0 ? shared.x * shared.y / smaller : 0
  }

  /// Whether two boxes are of one face: they overlap more than two faces can.
  func isSameFace(as other: FaceBox) -> Bool { overlap(with: other) > FaceAnalysisSettings.duplicateOverlap }

  /// Whether another box touches this one or nearly does.
  ///
  /// - Parameter reach: how far apart the middles may be, in sums of the two extents; 0.5 where the boxes touch.
  func isNear(_ other: FaceBox, within reach: Double = 0.65) -> Bool {
    let offset = other.center - center
    let distance = pointwiseMax(offset, offset * -1)
    let reach = (extent + other.extent) * reach
    return distance.x < reach.x && distance.y < reach.y
  }

  /// Whether a smaller box is at this face's hair, ears and neck, which sometimes resemble faces.
  func mayHavePart(_ other: FaceBox) -> Bool {
    let offset = other.center - center
    let distance = pointwiseMax(offset, offset * -1)
    return other.area < area / 2 && distance.x < extent.x && distance.y < extent.y
  }

  /// The fraction of the box that is inside a picture of `size`, `0...1`.
  func visibleFraction(in size: PixelSize) -> Double {
    let low = pointwiseMax(center - extent / 2, .zero)
    let high = pointwiseMin(center + extent / 2, SIMD2(Double(size.width), Double(size.height)))
    let shared = pointwiseMax(high - low, .zero)
    return area > 0 ? shared.x * shared.y / area : 0
  }
}
