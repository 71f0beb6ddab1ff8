import Imaging
import Kernels

/// A stored picture seen upright. Only the parts that are needed are turned and converted.
struct UprightPicture: Sendable {
  let stored: PixelBuffer
  let orientation: Orientation
  /// The upright size, in pixels.
  let size: PixelSize
  private let toStored: AffineTransform

  init(_ stored: PixelBuffer, orientation: Orientation) {
    self.stored = stored
    self.orientation = orientation
    size = orientation.apply(to: stored.size)
    // Undo the flips, then the exchange of the axes.
    let (width, height) = (Double(size.width), Double(size.height))
    let flips = AffineTransform(
      a: orientation.flipsX ? -1 : 1, b: 0, c: 0, d: orientation.flipsY ? -1 : 1, tx: orientation.flipsX ? width : 0,
      ty: orientation.flipsY ? height : 0)
    let exchange = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    toStored = orientation.isTransposed ? flips.then(exchange) : flips
  }

  /// The whole picture, upright, at another size, as `rgba8`.
  func scaled(to newSize: PixelSize) throws(KernelError) -> PixelBuffer {
    try stored.resized(to: orientation.inverse.apply(to: newSize)).displayEncoded().oriented(by: orientation)
  }

  /// A part of the upright picture as `rgba8` of `size`.
  ///
  /// - Parameter map: from the part's pixels to the upright picture's.
  func part(_ map: AffineTransform, size: PixelSize) throws(KernelError) -> PixelBuffer {
    try stored.warped(by: map.then(toStored), to: size).displayEncoded()
  }
}
