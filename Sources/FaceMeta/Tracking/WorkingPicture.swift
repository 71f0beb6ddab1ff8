import Imaging
import Kernels

/// A frame at two sizes: as it is, for small faces, and reduced once, so that large faces cost no more in large frames.
struct WorkingPicture: Sendable {
  /// The frame as it is.
  let full: UprightPicture
  /// The frame upright, its long side about ``longSide`` pixels; the frame itself if that is not much larger.
  let reduced: UprightPicture
  /// Pixels of `reduced` to a pixel of `full`.
  let scale: Float

  private static let longSide = 960

  init(_ frame: Frame) throws(FaceError) {
    full = UprightPicture(frame.pixels, orientation: frame.orientation)
    // A whole number of pixels make one, which is several times as fast as any other number.
    let divisor = (max(full.size.width, full.size.height) + Self.longSide / 3) / Self.longSide
    guard divisor > 1 else {
      reduced = full
      scale = 1
      return
    }
    let size = PixelSize(width: max(1, full.size.width / divisor), height: max(1, full.size.height / divisor))
    do {
      reduced = UprightPicture(try full.scaled(to: size), orientation: .up)
    } catch {
      throw .pixels(error)
    }
    scale = 1 / Float(divisor)
  }

  /// A crop as `rgba8` of `side` pixels a side, from the reduced frame if that has about as many pixels of it.
  func pixels(of crop: FaceCrop, side: Int) throws(FaceError) -> PixelBuffer? {
    let small = crop.scaled(by: scale)
    return try small.side >= 0.7 * Float(side)
      ? small.pixels(of: reduced, side: side) : crop.pixels(of: full, side: side)
  }

  /// A part as `rgba8`.
  ///
  /// - Parameter map: from the part's pixels to those of the full upright picture.
  func part(_ map: AffineTransform, size: PixelSize) throws(FaceError) -> PixelBuffer {
    let small = map.then(.scale(x: Double(scale), y: Double(scale)))
    do {
      // A part that shows at least as much of the reduced frame as it has pixels loses nothing by it.
      return try small.determinant >= 0.9 ? reduced.part(small, size: size) : full.part(map, size: size)
    } catch {
      throw .pixels(error)
    }
  }
}
