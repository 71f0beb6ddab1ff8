/// The color space of a ``PixelBuffer``'s samples.
///
/// Named spaces need no profile. Any other space is an ICC profile, kept byte for byte.
public enum ColorSpace: Sendable, Hashable {
  /// IEC 61966-2-1.
  case sRGB
  /// SMPTE RP 431-2 primaries with the sRGB transfer curve: the space of iPhone photos.
  case displayP3
  /// Adobe RGB (1998).
  case adobeRGB
  /// sRGB primaries, linear samples that may lie outside `0...1`: the working space of the filter graph.
  case extendedLinearSRGB
  /// One component with the sRGB transfer curve.
  case gray
  /// One linear component: the space of mattes.
  case linearGray
  /// The space described by an ICC profile (ICC.1), given as the profile's bytes.
  case icc([UInt8])

  /// Whether samples are proportional to light. False for every ICC profile.
  public var isLinear: Bool { self == .extendedLinearSRGB || self == .linearGray }

  /// A short name for display.
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
