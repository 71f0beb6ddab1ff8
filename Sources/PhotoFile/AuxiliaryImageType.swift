import Imaging

/// The type of an auxiliary image, named by its URN as in HEIF's `auxC`. JPEG's names in XMP map to the same values.
public struct AuxiliaryImageType: Sendable, Hashable, RawRepresentable {
  /// The URN.
  public let rawValue: String

  /// - Parameter rawValue: the URN, of a known type or not.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The type of a matte.
  public init(_ kind: MatteKind) { rawValue = kind.urn }

  /// The people in the picture (AVFoundation's portrait effects matte).
  public static let portraitEffectsMatte = AuxiliaryImageType(.portrait)
  /// Skin (AVFoundation's semantic segmentation mattes, as the next four).
  public static let semanticSegmentationSkinMatte = AuxiliaryImageType(.skin)
  /// Hair.
  public static let semanticSegmentationHairMatte = AuxiliaryImageType(.hair)
  /// Teeth.
  public static let semanticSegmentationTeethMatte = AuxiliaryImageType(.teeth)
  /// Glasses.
  public static let semanticSegmentationGlassesMatte = AuxiliaryImageType(.glasses)
  /// Sky.
  public static let semanticSegmentationSkyMatte = AuxiliaryImageType(.sky)
  /// Apple's HDR gain map.
  public static let hdrGainMap = AuxiliaryImageType(rawValue: "urn:com:apple:photo:2020:aux:hdrgainmap")
  /// A gain map of ISO 21496-1, as in Android's Ultra HDR (`kCGImageAuxiliaryDataTypeISOGainMap`); the meaning of its
  /// samples is in ``AuxiliaryImage/gainMap``.
  public static let isoGainMap = AuxiliaryImageType(rawValue: "urn:iso:std:iso:ts:21496:-1")
  /// Depth or disparity; which of the two and the range are in ``AuxiliaryImage/depthRepresentation``.
  public static let depth = AuxiliaryImageType(rawValue: "urn:mpeg:hevc:2015:auxid:2")

  /// The picture's opacity, under AVIF's name. It becomes part of a photo's pixels if it has their size.
  public static let alpha = AuxiliaryImageType(rawValue: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
  /// The picture's opacity, as HEIC names it.
  public static let hevcAlpha = AuxiliaryImageType(rawValue: "urn:mpeg:hevc:2015:auxid:1")

  /// Whether it is the picture's opacity, under either name.
  public var isAlpha: Bool { self == .alpha || self == .hevcAlpha }

  /// The kind of matte, if it is one.
  public var matteKind: MatteKind? { MatteKind(urn: rawValue) }

  /// Whether it is depth or disparity, under MPEG's or MIAF's name.
  public var isDepth: Bool {
    self == .depth || rawValue == "urn:mpeg:mpegB:cicp:systems:auxiliary:depth"
  }

  /// Whether it is a gain map, Apple's or ISO's, which is bound to the pixels that it was made with.
  public var isGainMap: Bool { self == .hdrGainMap || self == .isoGainMap }

  /// The name on the command line and in file names: a matte's kind, `depth`, `alpha`, `gain-map` or `iso-gain-map`; of
  /// other types the last part of the URN.
  public var shortName: String {
    if let matteKind { return matteKind.rawValue }
    if isDepth { return "depth" }
    if isAlpha { return "alpha" }
    if self == .hdrGainMap { return "gain-map" }
    if self == .isoGainMap { return "iso-gain-map" }
    return rawValue.split(separator: ":").last.map(String.init) ?? rawValue
  }

  /// The type of a short name or a URN; nil for a name that is neither.
  public init?(name: String) {
    if name.contains(":") {
      self.init(rawValue: name)
    } else if let kind = MatteKind(rawValue: name) {
      self.init(kind)
    } else if name == "depth" {
      self = .depth
    } else if name == "gain-map" {
      self = .hdrGainMap
    } else if name == "iso-gain-map" {
      self = .isoGainMap
    } else {
      return nil
    }
  }

  /// Whether it is a reduction of the photo's own picture, or a difference from one (Apple, iOS 18).
  var showsPicture: Bool {
    ["tag:apple.com,2023:photo:aux:linearthumbnail", "tag:apple.com,2023:photo:aux:styledeltamap"].contains(rawValue)
  }
}
