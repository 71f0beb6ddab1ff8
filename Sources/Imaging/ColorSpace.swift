/// The colour space of a ``PixelBuffer``'s samples.
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
  /// High dynamic range by the perceptual quantizer (SMPTE ST 2084, ITU-R BT.2100): samples stand for up to 10,000
  /// cd/m², of which 203 (ITU-R BT.2408) are the white of the other spaces (`itur_2100_PQ`, `displayP3_PQ`).
  case pq(ColorPrimaries)
  /// High dynamic range by hybrid log-gamma (ITU-R BT.2100), whose signal of 75 % (ITU-R BT.2408) is the white of the
  /// other spaces. Samples stand for the light of the scene, without a display's gamma (`itur_2100_HLG`,
  /// `displayP3_HLG`).
  case hlg(ColorPrimaries)
  /// One component with the sRGB transfer curve.
  case gray
  /// One linear component: the space of mattes.
  case linearGray
  /// The space described by an ICC profile (ICC.1), given as the profile's bytes.
  case icc([UInt8])

  /// Whether samples are proportional to light. False for every ICC profile.
  public var isLinear: Bool { self == .extendedLinearSRGB || self == .linearGray }

  /// Whether samples stand for more light than white.
  public var isHighDynamicRange: Bool {
    switch self {
    case .pq, .hlg: true
    default: false
    }
  }

  /// A short name for display.
  public var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    case .adobeRGB: "Adobe RGB (1998)"
    case .extendedLinearSRGB: "Extended linear sRGB"
    case .pq(let primaries): "\(primaries.rawValue) PQ"
    case .hlg(let primaries): "\(primaries.rawValue) HLG"
    case .gray: "Gray (sRGB curve)"
    case .linearGray: "Linear gray"
    case .icc(let profile): "ICC profile (\(profile.count) bytes)"
    }
  }
}
