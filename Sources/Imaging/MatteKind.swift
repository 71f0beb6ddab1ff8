/// What a matte marks. The raw value is the word used on the command line and in recipes.
public enum MatteKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Hair of the scalp; a beard is not in it.
  case hair
  /// Bare skin of face and body, without eyes, eyebrows, lips and facial hair.
  case skin
  /// Teeth alone; nothing for a closed mouth.
  case teeth
  /// The person with what they wear and hold (Apple's portrait effects matte).
  case portrait
  /// Spectacles: read, kept and written when given, not generated.
  case glasses
  /// The sky: read, kept and written when given, not generated.
  case sky

  /// The kinds that can be generated from a photo, in the order in which they are reported.
  public static let generated: [MatteKind] = [.hair, .skin, .teeth, .portrait]

  /// The type that Apple gives the auxiliary image in a HEIF file (ISO/IEC 23008-12, `auxC`).
  public var urn: String {
    switch self {
    case .portrait: "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
    case .skin: "urn:com:apple:photo:2019:aux:semanticskinmatte"
    case .hair: "urn:com:apple:photo:2019:aux:semantichairmatte"
    case .teeth: "urn:com:apple:photo:2019:aux:semanticteethmatte"
    case .glasses: "urn:com:apple:photo:2020:aux:semanticglassesmatte"
    case .sky: "urn:com:apple:photo:2020:aux:semanticskymatte"
    }
  }

  /// The kind that Apple's `urn` names, if it names a matte.
  public init?(urn: String) {
    guard let kind = MatteKind.allCases.first(where: { $0.urn == urn }) else { return nil }
    self = kind
  }
}
