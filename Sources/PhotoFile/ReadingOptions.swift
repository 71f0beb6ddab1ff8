import Imaging

/// The part of a photo's file to decode, its size, and the limits.
public struct ReadingOptions: Sendable, Hashable {
  /// The auxiliary images to decode. Others take no time and no memory.
  public enum AuxiliaryImages: Sendable, Hashable {
    /// All that can be decoded.
    case all
    /// No auxiliary images but alpha, which becomes part of the pixels.
    case none
    /// The auxiliary images of some types, and alpha.
    case only(Set<AuxiliaryImageType>)

    func contains(_ type: AuxiliaryImageType) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .only(let types): types.contains(type)
      }
    }
  }

  /// The limits, which are checked before anything is decoded.
  public var limits: ReadingLimits

  /// The part of the picture to decode, in pixels of the stored frame; nil for the whole. It is clipped to the picture.
  ///
  /// The pixels equal those of the whole picture bit for bit. HEIC decodes only the tiles that the region touches, JPEG
  /// only its rows and blocks, PNG no further than its last row; the other formats decode the whole. Auxiliary images
  /// are cropped to the same part, their edges rounded outwards to whole samples. Faces are given as fractions of the
  /// part, and dropped if none of their pixels is in it. Metadata are those of the whole picture: EXIF's record of the
  /// size then does not match.
  public var region: PixelRect?

  /// The maximum number of pixels of the longer side (Image I/O's `kCGImageSourceThumbnailMaxPixelSize`); nil for no
  /// limit. At least 1.
  ///
  /// A larger picture is reduced as it is decoded, by area averaging: the longer side then has exactly this length, and
  /// the other keeps the aspect ratio, rounded to the nearest. The picture is never enlarged. Auxiliary images are
  /// reduced by the same factor. HEIC reads the file's thumbnail instead if that is large enough, JPEG decodes at the
  /// next larger of eight scales, RAW makes a pixel of four samples of the sensor if that is enough. Orientation and
  /// metadata are kept, so that EXIF's record of the size then does not match. Samples are averaged as stored, not in
  /// linear light; transparent pixels do not count, except those of a HEIF file, which stores alpha separately. With a
  /// ``region`` it applies to that part.
  public var maximumPixelSize: Int?

  /// Whether a truncated or damaged file gives the part of its picture that can be decoded; otherwise it is an error.
  ///
  /// The rest of the picture is gray (transparent if there is alpha), incomplete auxiliary images are omitted, and
  /// ``Photo/warnings`` reports it. A file that ends before its pixels is an error in any case.
  public var allowsIncomplete: Bool

  /// Which auxiliary images are decoded.
  public var auxiliaryImages: AuxiliaryImages

  /// - Parameters: see the properties.
  public init(
    limits: ReadingLimits = .default, region: PixelRect? = nil, maximumPixelSize: Int? = nil,
    allowsIncomplete: Bool = false, auxiliaryImages: AuxiliaryImages = .all
  ) {
    self.limits = limits
    self.region = region
    self.maximumPixelSize = maximumPixelSize
    self.allowsIncomplete = allowsIncomplete
    self.auxiliaryImages = auxiliaryImages
  }

  /// The whole photo at its full size; a damaged one is an error.
  public static let `default` = ReadingOptions()
}
