import Imaging

/// Which part of a photo's file is decoded, at which size, and under which limits.
public struct ReadingOptions: Sendable, Hashable {
  /// Which auxiliary images are decoded. Others take no time and no memory.
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
  /// The pixels equal those of the whole picture bit for bit. HEIC decodes only the tiles that the region
  /// touches, JPEG only its rows and blocks, PNG no further than its last row; the other formats decode the whole.
  /// Auxiliary images are cut to the same part, their edges rounded outwards to whole samples. Faces are given as
  /// fractions of the part, and left out where none of their pixels is in it. Metadata stay those of the whole: EXIF's
  /// record of the size is then untrue.
  public var region: PixelRect?

  /// The most pixels that the longer side may have (Image I/O's `kCGImageSourceThumbnailMaxPixelSize`); nil for all. At
  /// least 1.
  ///
  /// A picture that is larger is reduced as it is decoded, by the mean of the pixels that fall on one: the longer side
  /// is then exactly this long, the other keeps the proportions, rounded to the nearest. The picture is never enlarged.
  /// Auxiliary images are reduced by the same factor. HEIC reads the file's thumbnail instead where that is large
  /// enough, JPEG decodes at the next larger of eight scales, RAW makes a pixel of four samples of the sensor where
  /// that is enough. Orientation and metadata stay, so that EXIF's record of the size is then untrue. Samples are
  /// averaged as they are stored, not as light; transparent pixels do not count, but for those of a HEIF file, which
  /// keeps its alpha apart. With a ``region`` it applies to that part.
  public var maximumPixelSize: Int?

  /// Whether a file that is cut short or damaged gives the part of its picture that can be decoded; otherwise it is an error.
  ///
  /// The rest of the picture is gray (transparent if there is alpha), auxiliary images that are not whole are left out, and
  /// ``Photo/warnings`` says so. A file that ends before its pixels is an error in any case.
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
