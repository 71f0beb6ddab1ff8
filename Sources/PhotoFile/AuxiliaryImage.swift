import Imaging

/// A second picture in a photo's file that says something about the first: a matte, depth, a gain map.
///
/// One that was read from a file remembers how it was coded there. Until its type or pixels are set, it is written to files
/// of the same kind byte for byte.
public struct AuxiliaryImage: Sendable, Hashable {
  public var type: AuxiliaryImageType {
    didSet { encoded.value = nil }
  }
  /// The samples in the frame in which the photo's own pixels are stored.
  public var pixels: PixelBuffer {
    didSet { encoded.value = nil }
  }
  /// The image's own XMP packet, if it has one.
  public var xmp: [UInt8]?
  /// How the image is coded in the file that it was read from.
  var encoded = Unseen<EncodedAuxiliaryImage?>(nil)

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
