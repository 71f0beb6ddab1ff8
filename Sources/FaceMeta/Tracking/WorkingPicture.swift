import Imaging
import Kernels

/// A frame at several sizes: as it is, for small faces; reduced once, so that large faces cost no more in large frames;
/// and halves of that, for those who look at all of it.
struct WorkingPicture: CropSource {
  /// The frame as it is.
  let full: UprightPicture
  /// The frame upright, its long side about ``longSide`` pixels, then half as large each; the first is the frame itself if
  /// that is not much larger.
  let reduced: [UprightPicture]
  /// Pixels of each of `reduced` to a pixel of `full`.
  let scales: [SIMD2<Double>]

  private static let longSide = 960
  private static let halves = 2

  init(_ frame: Frame) throws(FaceError) {
    full = UprightPicture(frame.pixels, orientation: frame.orientation)
    // A whole number of pixels make one, which is several times as fast as any other number.
    let divisor = max(1, (max(full.size.width, full.size.height) + Self.longSide / 3) / Self.longSide)
    var reduced = [try Self.reduced(full, by: divisor)]
    for _ in 0..<Self.halves { reduced.append(try Self.reduced(reduced[reduced.count - 1], by: 2)) }
    self.reduced = reduced
    let (width, height) = (Double(full.size.width), Double(full.size.height))
    scales = reduced.map { SIMD2(Double($0.size.width) / width, Double($0.size.height) / height) }
  }

  private static func reduced(_ picture: UprightPicture, by divisor: Int) throws(FaceError) -> UprightPicture {
    guard divisor > 1 else { return picture }
    // Halves are several times as fast again.
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

  /// A part as `rgba8`.
  ///
  /// - Parameter map: from the part's pixels to those of the full upright picture.
  func part(_ map: AffineTransform, size: PixelSize) throws(FaceError) -> PixelBuffer {
    do {
      // A part that shows at least as much of a reduced frame as it has pixels loses nothing by it.
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
