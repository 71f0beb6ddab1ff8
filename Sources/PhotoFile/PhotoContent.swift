/// A kind of content that a file format may support besides the pixels of one picture.
public enum PhotoContent: Sendable, Hashable, CaseIterable {
  /// Mattes, depth and gain maps.
  case auxiliaryImages
  /// Pixels that are not opaque.
  case alpha
  /// The orientation, stated outside EXIF.
  case orientation
  /// A block of EXIF.
  case exif
  /// A packet of XMP.
  case xmp
  /// IPTC IIM.
  case iptc
  /// An ICC profile.
  case profile
  /// Samples of more than 8 bits.
  case deepSamples
  /// High dynamic range: samples of more than 8 bits with the curves of PQ and HLG.
  case highDynamicRange
}
