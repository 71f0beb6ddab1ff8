import Imaging

/// How much of a photo's file is read, and what of it is asked for.
public struct ReadingOptions: Sendable, Hashable {
  /// Which auxiliary images are decoded. Those that are not cost no time and no memory.
  public enum AuxiliaryImages: Sendable, Hashable {
    case all
    case none
    case only(Set<AuxiliaryImageType>)

    func contains(_ type: AuxiliaryImageType) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .only(let types): types.contains(type)
      }
    }
  }

  /// What a file may ask for before anything of it is decoded.
  public var limits: ReadingLimits

  /// The part of the picture to decode, in the frame in which it is stored; nil for the whole. What of it lies outside the
  /// picture is cut off.
  ///
  /// The pixels are those that the whole picture has there, bit by bit. HEIC decodes only the tiles that the region
  /// touches, JPEG only its rows and blocks, PNG no further than its last row. Auxiliary images are cut to the same part,
  /// their edges rounded outwards to whole samples. Faces are given as fractions of the part, and left out where none of
  /// their pixels is in it. Metadata stay those of the whole: EXIF's record of the size is then untrue.
  public var region: PixelRect?

  /// The most pixels that the longer side may have (Image I/O's `kCGImageSourceThumbnailMaxPixelSize`); nil for all. At
  /// least 1.
  ///
  /// A picture that is larger is reduced as it is decoded, by the mean of the pixels that fall on one: the longer side is
  /// then exactly this long, the other follows the shape of the picture, rounded to the nearest. It is never enlarged.
  /// Auxiliary images are reduced by the same factor. HEIC reads the file's thumbnail instead where that is large enough,
  /// JPEG decodes at the next larger of eight scales. Orientation and metadata stay, so that EXIF's record of the size is
  /// then untrue. Samples are averaged as they are stored, not as light; transparent pixels of a PNG do not count, of a
  /// HEIF file, which keeps its alpha apart, they do. With a ``region`` it holds for the part.
  public var maximumPixelSize: Int?

  /// Whether a file that ends too soon or is damaged in the middle gives what there is of its picture.
  ///
  /// The rest of the picture is gray (where there is alpha, transparent), auxiliary images that are not whole are left
  /// out, and ``Photo/warnings`` says so. Otherwise such a file is an error. What was said before the pixels has to be
  /// whole: a file that ends before them is an error in any case.
  public var allowsIncomplete: Bool

  public var auxiliaryImages: AuxiliaryImages

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

  /// All of the photo at its full size, and nothing of a damaged one.
  public static let `default` = ReadingOptions()
}
