import Imaging

/// What an auxiliary image of a photo holds, named by its URN as in HEIF's `auxC` (JPEG's XMP names map to the same).
public struct AuxiliaryImageType: Sendable, Hashable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ kind: MatteKind) { rawValue = kind.urn }

  public static let portraitEffectsMatte = AuxiliaryImageType(.portrait)
  public static let semanticSegmentationSkinMatte = AuxiliaryImageType(.skin)
  public static let semanticSegmentationHairMatte = AuxiliaryImageType(.hair)
  public static let semanticSegmentationTeethMatte = AuxiliaryImageType(.teeth)
  public static let semanticSegmentationGlassesMatte = AuxiliaryImageType(.glasses)
  public static let semanticSegmentationSkyMatte = AuxiliaryImageType(.sky)
  public static let hdrGainMap = AuxiliaryImageType(rawValue: "urn:com:apple:photo:2020:aux:hdrgainmap")
  /// Depth or disparity; which of the two, and the range, is in the image's XMP.
  public static let depth = AuxiliaryImageType(rawValue: "urn:mpeg:hevc:2015:auxid:2")

  /// The picture's opacity, as AVIF names it. It becomes part of a photo's pixels if it has their size.
  public static let alpha = AuxiliaryImageType(rawValue: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
  /// The picture's opacity, as HEIC names it.
  public static let hevcAlpha = AuxiliaryImageType(rawValue: "urn:mpeg:hevc:2015:auxid:1")

  /// Whether it is the picture's opacity, by either name.
  public var isAlpha: Bool { self == .alpha || self == .hevcAlpha }

  /// The kind of matte it is, if it is one.
  public var matteKind: MatteKind? { MatteKind(urn: rawValue) }
}
