/// The picture of a frame in its original form, of which pixels are made on demand: a waiting picture takes less
/// memory, and one whose pixels are not used is never converted. May be shared by threads.
package protocol FramePicture: AnyObject, Sendable {
  /// The size of the pixels.
  var size: PixelSize { get }
  /// The format of the pixels.
  var format: PixelFormat { get }
  /// The colour space of the pixels.
  var colorSpace: ColorSpace { get }
  /// The pixels, opaque.
  var pixels: PixelBuffer { get }
}
