/// The kind of a matte: the part of the picture that it selects. The raw value is its name on the command line and in
/// recipes.
public enum MatteKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Hair of the scalp, without beards.
  case hair
  /// Bare skin of face and body, without eyes, eyebrows, lips and facial hair.
  case skin
  /// Teeth; nothing for a closed mouth.
  case teeth
  /// The person with clothes and what they hold (Apple's portrait effects matte).
  case portrait
  /// Glasses: read, kept and written, but not generated.
  case glasses
  /// The sky: read, kept and written, but not generated.
  case sky

  /// The kinds that can be generated from a picture, in the order in which they are reported.
  public static let generated: [MatteKind] = [.hair, .skin, .teeth, .portrait]

  /// The kinds that show at most the outlines of people, and not their eyes, lips or teeth: they may stay with a hidden
  /// face.
  package static let outlines: Set<MatteKind> = [.hair, .portrait, .sky]

  /// Apple's type of the auxiliary image in a HEIF file (ISO/IEC 23008-12, `auxC`).
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

  /// The kind of an auxiliary image's type; nil if it is not a matte.
  public init?(urn: String) {
    guard let kind = MatteKind.allCases.first(where: { $0.urn == urn }) else { return nil }
    self = kind
  }
}
