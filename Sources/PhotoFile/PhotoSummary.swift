import Imaging

/// The contents of a photo's file, read without decoding any picture.
public struct PhotoSummary: Sendable, Hashable {
  /// A kind of metadata that a file can carry.
  public enum MetadataKind: String, Sendable, Hashable, CaseIterable {
    /// A TIFF structure of the camera's settings.
    case exif
    /// An XMP packet (ISO 16684-1).
    case xmp
    /// IPTC IIM.
    case iptc
    /// An ICC profile.
    case icc
  }

  /// An auxiliary image, whether or not it can be decoded.
  public struct AuxiliaryImage: Sendable, Hashable {
    /// The type of the image.
    public var type: AuxiliaryImageType
    /// In pixels, as stored.
    public var size: PixelSize
    /// Bits of a sample, as coded.
    public var bitsPerComponent: Int
    /// 1 for gray, 3 for colour.
    public var componentCount: Int
    /// The reason for which the image cannot be decoded, as far as its header shows; nil if none is known.
    public var obstacle: String?

    /// - Parameters: see the properties.
    public init(
      type: AuxiliaryImageType, size: PixelSize, bitsPerComponent: Int, componentCount: Int, obstacle: String? = nil
    ) {
      self.type = type
      self.size = size
      self.bitsPerComponent = bitsPerComponent
      self.componentCount = componentCount
      self.obstacle = obstacle
    }
  }

  /// The file's format.
  public var format: PhotoFormat
  /// In pixels, as stored.
  public var size: PixelSize
  /// The orientation of the stored pixels.
  public var orientation: Orientation
  /// The name of the colour space; for a profile, its description.
  public var colorSpaceName: String
  /// Bits of a sample of the picture, as coded.
  public var bitsPerComponent: Int
  /// The existing kinds of metadata, in the order of the cases.
  public var metadata: [MetadataKind]
  /// The faces recorded in the file, in upright coordinates.
  public var faces: [Face]
  /// The auxiliary images, including those that cannot be decoded here.
  public var auxiliaryImages: [AuxiliaryImage]
  /// Names of further parts of the file: items, segments, data of unknown use.
  public var furtherItems: [String] = []

  /// The size as a viewer sees it.
  public var uprightSize: PixelSize { orientation.apply(to: size) }

  /// - Parameters: see the properties. The colour space is kept by its name.
  public init(
    format: PhotoFormat, size: PixelSize, orientation: Orientation, colorSpace: ColorSpace, bitsPerComponent: Int,
    metadata: [MetadataKind] = [], faces: [Face] = [], auxiliaryImages: [AuxiliaryImage] = []
  ) {
    self.format = format
    self.size = size
    self.orientation = orientation
    colorSpaceName = ProfileDescription.name(of: colorSpace)
    self.bitsPerComponent = bitsPerComponent
    self.metadata = metadata
    self.faces = faces
    self.auxiliaryImages = auxiliaryImages
  }
}
