import Imaging
import Kernels

/// A frame at several scales: full size for small faces, reduced once so that large faces cost the same in every frame
/// size, and two halvings of that for searching the whole frame.
struct FramePyramid: CropSource {
  /// The frame at its own size.
  let full: UprightPicture
  /// The upright frame with a long side of about ``longSide`` pixels, then of half and a quarter as many. The first is
  /// the frame itself if it is not much larger.
  let reduced: [UprightPicture]
  /// Pixels of each of ``reduced`` per pixel of ``full``.
  let scales: [SIMD2<Double>]

  private static let longSide = 960
  private static let halves = 2

  init(_ frame: Frame) throws(FaceError) {
    full = UprightPicture(frame)
    // Reduction by a whole number is several times as fast as by any other.
    let divisor = max(1, (max(full.size.width, full.size.height) + Self.longSide / 3) / Self.longSide)
    var reduced = [try Self.reduced(full, by: divisor)]
    for _ in 0..<Self.halves { reduced.append(try Self.reduced(reduced[reduced.count - 1], by: 2)) }
    self.reduced = reduced
    let (width, height) = (Double(full.size.width), Double(full.size.height))
    scales = reduced.map { SIMD2(Double($0.size.width) / width, Double($0.size.height) / height) }
  }

  private static func reduced(_ picture: UprightPicture, by divisor: Int) throws(FaceError) -> UprightPicture {
    guard divisor > 1 else { return picture }
    // Halving is several times as fast again.
    if divisor > 2, divisor % 2 == 0 { return try reduced(reduced(picture, by: 2), by: divisor / 2) }
    let size = PixelSize(
      width: max(1, picture.size.width / divisor), height: max(1, picture.size.height / divisor))
    do {
      return UprightPicture(try picture.scaled(to: size), orientation: .up)
    } catch {
      throw .pixels(error)
    }
  }

  /// A crop as `rgba8` of `side` pixels a side, from the reduced frame if that has about as many pixels of it.
  func pixels(of crop: FaceCrop, side: Int) throws(FaceError) -> PixelBuffer? {
    let small = crop.scaled(by: Float(scales[0].x))
    return try small.side >= 0.7 * Float(side)
      ? small.pixels(of: reduced[0], side: side) : crop.pixels(of: full, side: side)
  }

  /// A part of the frame as `rgba8` of `size`, from the smallest scale that has all of its detail.
  ///
  /// - Parameter map: from the part's pixels to those of the upright picture at full size.
  func part(_ map: AffineTransform2D, size: PixelSize) throws(FaceError) -> PixelBuffer {
    do {
      // A part at least as large as in the reduced frame loses nothing.
      for (picture, scale) in zip(reduced, scales).reversed() {
        let small = map.then(.scale(x: scale.x, y: scale.y))
        if abs(small.determinant) >= 0.9 { return try picture.part(small, size: size) }
      }
      return try full.part(map, size: size)
    } catch {
      throw .pixels(error)
    }
  }
}
