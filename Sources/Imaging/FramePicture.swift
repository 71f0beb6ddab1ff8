/// The picture of a frame in the form in which it came, of which pixels are made when they are asked for: a picture
/// that waits takes less memory, and one whose pixels are not used is never converted. May be shared by threads.
package protocol FramePicture: AnyObject, Sendable {
  /// The size of the pixels.
  var size: PixelSize { get }
  /// The format of the pixels.
  var format: PixelFormat { get }
  /// The color space of the pixels.
  var colorSpace: ColorSpace { get }
  /// The pixels, opaque.
  var pixels: PixelBuffer { get }
}
