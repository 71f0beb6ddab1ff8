/// The colour space that the samples of a ``PixelBuffer`` are encoded in.
///
/// The named spaces need no profile; any other space is carried by its ICC profile, byte for byte.
public enum ColorSpace: Sendable, Hashable {
  /// IEC 61966-2-1.
  case sRGB
  /// SMPTE RP 431-2 primaries with the sRGB transfer curve: what iPhones write.
  case displayP3
  /// Adobe RGB (1998).
  case adobeRGB
  /// sRGB primaries with linear samples that may lie outside `0...1`: the working space of the filter graph.
  case extendedLinearSRGB
  /// One component with the sRGB transfer curve.
  case gray
  /// One component, linear: what a matte is.
  case linearGray
  /// The space that an ICC profile (ICC.1) describes, given as the profile's bytes.
  case icc([UInt8])

  /// Whether samples are proportional to light.
  public var isLinear: Bool { self == .extendedLinearSRGB || self == .linearGray }

  /// A short name for people.
  public var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    case .adobeRGB: "Adobe RGB (1998)"
    case .extendedLinearSRGB: "Extended linear sRGB"
    case .gray: "Gray (sRGB curve)"
    case .linearGray: "Linear gray"
    case .icc(let profile): "ICC profile (\(profile.count) bytes)"
    }
  }
}
