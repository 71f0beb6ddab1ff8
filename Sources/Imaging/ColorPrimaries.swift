/// The red, green and blue of a colour space, with the white of D65 (ITU-T H.273, table 2).
public enum ColorPrimaries: String, Sendable, Hashable, CaseIterable {
  /// The primaries of sRGB and ITU-R BT.709.
  case bt709 = "BT.709"
  /// The primaries of Display P3 (SMPTE RP 431-2 with the white point D65).
  case displayP3 = "Display P3"
  /// The primaries of ITU-R BT.2020 and BT.2100.
  case bt2020 = "BT.2020"

  /// The code point of H.273, `ColourPrimaries`.
  public var codePoint: Int {
    switch self {
    case .bt709: 1
    case .displayP3: 12
    case .bt2020: 9
    }
  }

  /// The primaries of a code point; nil for others.
  public init?(codePoint: Int) {
    guard let primaries = Self.allCases.first(where: { $0.codePoint == codePoint }) else { return nil }
    self = primaries
  }
}
