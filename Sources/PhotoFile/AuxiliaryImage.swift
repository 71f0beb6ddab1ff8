import Imaging

/// A second picture in a photo's file that says something about the first: a matte, depth, a gain map.
///
/// One that was read from a file remembers how it was coded there. Until its type, pixels or range are set, it is written to
/// files of the same kind byte for byte.
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
  /// How the image is coded in the file that it was read from. The image's value is what is decoded, so that this does not
  /// count for equality.
  var encoded = ExcludedFromEquality<EncodedAuxiliaryImage?>(nil)

  /// What the samples of a depth or disparity map stand for; nil for other images, and where the file does not say.
  public var depthRepresentation: DepthRepresentation? {
    didSet { encoded.value = nil }
  }

  public init(
    type: AuxiliaryImageType, pixels: PixelBuffer, xmp: [UInt8]? = nil, depthRepresentation: DepthRepresentation? = nil
  ) {
    self.type = type
    self.pixels = pixels
    self.xmp = xmp
    self.depthRepresentation = depthRepresentation
  }

  /// How many times brighter than white the brightest highlights are that an HDR gain map brings back, as its own XMP
  /// states it (`HDRGainMapHeadroom`, since version 2); nil where it does not. Earlier files say it in the maker note:
  /// ``Photo/hdrHeadroom``.
  public var hdrGainMapHeadroom: Double? {
    guard type == .hdrGainMap, let xmp else { return nil }
    let text = XMPDocument.reading(xmp) { document in
      document.text(.gainMap, document.prefix(of: .gainMap) + "HDRGainMapHeadroom")
    }
    return (text ?? nil).flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 1 ? $0 : nil }
  }

  /// The image as a matte; nil if it is of another type or not of one 8-bit component.
  public var matte: Matte? {
    guard let kind = type.matteKind, pixels.format == .l8 else { return nil }
    return Matte(kind: kind, pixels: pixels, coordinateSpace: .stored)
  }
}
