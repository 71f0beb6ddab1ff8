import Imaging

/// A second picture in a photo's file that says something about the first: a matte, depth, a gain map.
public struct AuxiliaryImage: Sendable, Hashable {
  public var type: AuxiliaryImageType
  /// The samples in the frame in which the photo's own pixels are stored.
  public var pixels: PixelBuffer
  /// The image's own XMP packet, if it has one.
  public var xmp: [UInt8]?

  public init(type: AuxiliaryImageType, pixels: PixelBuffer, xmp: [UInt8]? = nil) {
    self.type = type
    self.pixels = pixels
    self.xmp = xmp
  }

  /// The image as a matte; nil if it is of another type or not of one 8-bit component.
  public var matte: Matte? {
    guard let kind = type.matteKind, pixels.format == .l8 else { return nil }
    return Matte(kind: kind, pixels: pixels, frame: .stored)
  }
}
