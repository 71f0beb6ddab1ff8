import Imaging

/// A second picture in a photo's file that describes the first: a matte, depth, a gain map.
///
/// An image that was read from a file is copied to files of the same format byte for byte, until its type, pixels or
/// depth range are set.
public struct AuxiliaryImage: Sendable, Hashable {
  /// The type, which defines the meaning of the samples.
  public var type: AuxiliaryImageType {
    didSet { encoded.value = nil }
  }
  /// The samples, in the frame in which the photo's own pixels are stored: one component (`l8`, `l16`), or colours
  /// (`rgba8`, `rgba16`).
  public var pixels: PixelBuffer {
    didSet { encoded.value = nil }
  }
  /// The image's own XMP packet, if it has one.
  public var xmp: [UInt8]?
  /// The coded image of its source file. It does not count for equality, because the image's value is the decoded one.
  var encoded = ExcludedFromEquality<EncodedAuxiliaryImage?>(nil)

  /// The quantity and range of a depth or disparity map; nil for other images, and if the file does not state them.
  public var depthRepresentation: DepthRepresentation? {
    didSet { encoded.value = nil }
  }

  /// The metadata of a gain map, by ISO 21496-1 or `hdrgm`. An image of type ``AuxiliaryImageType/isoGainMap`` cannot
  /// be written without it. Apple's gain maps have it if the file states both. Nil for other images.
  public var gainMap: GainMapMetadata? {
    didSet { encoded.value = nil }
  }

  /// - Parameters:
  ///   - type: the type, which defines the meaning of the samples.
  ///   - pixels: the pixels, oriented as the photo's pixels are stored. Floating-point samples cannot be written.
  ///   - xmp: the image's own packet; nil writes that of Apple's files for the type.
  ///   - depthRepresentation: the range of a depth or disparity map.
  ///   - gainMap: the metadata of a gain map.
  public init(
    type: AuxiliaryImageType, pixels: PixelBuffer, xmp: [UInt8]? = nil, depthRepresentation: DepthRepresentation? = nil,
    gainMap: GainMapMetadata? = nil
  ) {
    self.type = type
    self.pixels = pixels
    self.xmp = xmp
    self.depthRepresentation = depthRepresentation
    self.gainMap = gainMap
  }

  /// The headroom of an HDR gain map: the luminance of the brightest highlights relative to white, at least 1, as the
  /// map's XMP states it (`HDRGainMapHeadroom`, since version 2). Nil if it does not; earlier files state it in the
  /// maker note, see ``Photo/hdrHeadroom``.
  public var hdrGainMapHeadroom: Double? {
    guard type == .hdrGainMap, let xmp else { return nil }
    let text = XMPDocument.reading(xmp) { document in
      document.text(.gainMap, document.prefix(of: .gainMap) + "HDRGainMapHeadroom")
    }
    return (text ?? nil).flatMap { Double($0) }.flatMap { $0.isFinite && $0 >= 1 ? $0 : nil }
  }

  /// The image as a matte in the stored frame; nil if it is of another type or not of one 8-bit component.
  public var matte: Matte? {
    guard let kind = type.matteKind, pixels.format == .l8 else { return nil }
    return Matte(kind: kind, pixels: pixels, coordinateSpace: .stored)
  }
}
