/// How much each pixel belongs to something: 8 bit, one linear component, 255 = belongs.
///
/// A generated matte has exactly half the picture's size in each dimension, rounded up; one read from a file has the size
/// it has there. Mattes may overlap: portrait holds skin.
public struct Matte: Sendable, Hashable {
  public let kind: MatteKind
  /// The samples, of format ``PixelFormat/l8`` and colour space ``ColorSpace/linearGray``.
  public let pixels: PixelBuffer
  /// Which frame of the picture the samples lie in.
  public let frame: PictureFrame

  /// - Precondition: `pixels` is of format `l8`.
  public init(kind: MatteKind, pixels: PixelBuffer, frame: PictureFrame) {
    precondition(pixels.format == .l8, "a matte has one 8-bit component")
    self.kind = kind
    self.pixels = pixels
    self.frame = frame
  }
}
