import Imaging

/// What a photo's file holds, read without decoding any picture.
public struct PhotoSummary: Sendable, Hashable {
  /// A kind of metadata that a file can carry.
  public enum MetadataKind: String, Sendable, Hashable, CaseIterable {
    case exif
    case xmp
    case iptc
    /// A colour profile.
    case icc
  }

  /// An auxiliary image, whether or not it can be decoded.
  public struct AuxiliaryImage: Sendable, Hashable {
    public var type: AuxiliaryImageType
    /// In pixels, as stored.
    public var size: PixelSize
    public var bitsPerComponent: Int
    /// 1 for gray, 3 for colour.
    public var componentCount: Int
    /// Why the image cannot be decoded here, as far as that shows without trying; nil where nothing speaks against it.
    public var obstacle: String?

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

  public var format: PhotoFormat
  /// In pixels, as stored.
  public var size: PixelSize
  public var orientation: Orientation
  /// The name of the colour space; of a profile, what it calls itself.
  public var colorSpaceName: String
  public var bitsPerComponent: Int
  /// In the order of the cases.
  public var metadata: [MetadataKind]
  /// The faces that the file records, in upright coordinates.
  public var faces: [Face]
  public var auxiliaryImages: [AuxiliaryImage]
  /// Names of what the file holds beside the picture, its metadata and auxiliary images.
  public var furtherItems: [String] = []

  /// The size as a viewer sees it.
  public var uprightSize: PixelSize { orientation.apply(to: size) }

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
