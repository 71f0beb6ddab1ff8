import Imaging
import Kernels

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

    public init(type: AuxiliaryImageType, size: PixelSize, bitsPerComponent: Int, componentCount: Int) {
      self.type = type
      self.size = size
      self.bitsPerComponent = bitsPerComponent
      self.componentCount = componentCount
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

  /// The size as a viewer sees it.
  public var uprightSize: PixelSize { orientation.apply(to: size) }

  public init(
    format: PhotoFormat, size: PixelSize, orientation: Orientation, colorSpace: ColorSpace, bitsPerComponent: Int,
    metadata: [MetadataKind] = [], faces: [Face] = [], auxiliaryImages: [AuxiliaryImage] = []
  ) {
    self.format = format
    self.size = size
    self.orientation = orientation
    if case .icc(let profile) = colorSpace, let description = ICCProfile.description(of: profile) {
      colorSpaceName = description
    } else {
      colorSpaceName = colorSpace.name
    }
    self.bitsPerComponent = bitsPerComponent
    self.metadata = metadata
    self.faces = faces
    self.auxiliaryImages = auxiliaryImages
  }
}
