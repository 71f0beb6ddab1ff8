import FilterGraph
import Imaging

/// Faces in a spotlight on a black stage, as Apple's portrait lighting has it: the person is kept, darker the farther
/// from a face, and the rest is black.
public struct StageLight: Effect {
  public static let name = "stage-light"
  public static let summary = "Put faces in a spotlight and make the background black."
  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "Strength of the effect; 0 = unchanged.")
  /// How much darker the person gets away from the face; only where a face was found. From 0 to 1, default 0.7.
  public static let falloff = NumberParameter(
    "falloff", default: 0.7, in: 0...1,
    "How much darker the person gets away from the face; only where a face was found.")
  /// color, or mono for black and white. Default color.
  public static let style = ChoiceParameter(
    "style", default: Style.color, "color, or mono for black and white.")
  public static let parameters: [EffectParameter] = [.number(strength), .number(falloff), .choice(style.erased)]
  public static let mattes: Set<MatteKind> = [.portrait]
  public static let usesFaces = true

  /// The colours of the person.
  public enum Style: String, Sendable, CaseIterable {
    /// The person in colour.
    case color
    /// The person in black and white.
    case mono
  }

  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 1.
  public var strength: Double
  /// How much darker the person gets away from the face; only where a face was found. From 0 to 1, default 0.7.
  public var falloff: Double
  /// color, or mono for black and white. Default color.
  public var style: Style

  public init(
    strength: Double = Self.strength.defaultValue, falloff: Double = Self.falloff.defaultValue,
    style: Style = Self.style.defaultValue
  ) {
    self.strength = strength
    self.falloff = falloff
    self.style = style
  }

  public init(settings: EffectSettings) {
    self.init(
      strength: settings[Self.strength], falloff: settings[Self.falloff], style: settings[Self.style])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait] else { return subject.image }
    var person = CutOut(of: subject.opaque, portrait: portrait).person
    if style == .mono { person = person.luminance() }
    if let light = spotlight(in: subject) { person = person.masked(by: light) }
    return person.composited(over: .color(.black)).withAlpha(of: subject.image).mixed(over: subject.image, strength)
  }

  /// The amount of light at each place: a soft circle round each face and, beyond, the falloff; nil if no face is
  /// known.
  private func spotlight(in subject: EffectSubject) -> Image? {
    let spots = subject.shapes(of: .all).map { face in
      let center = subject.stored(face.place(face.center, across: 0, down: -0.05 * face.height))
      return Image.color(.black).applying(
        .gaussianGradient(center: center, color0: .white, color1: .black, radius: 2.2 * max(face.height, face.width)))
    }
    guard !spots.isEmpty else { return nil }
    // Level within the face, then down smoothly.
    let lit = Image.union(of: spots, in: PixelRect(subject.size)).ramp(from: 0, to: 0.85)
    return Image.color(.white).cropped(to: PixelRect(subject.size))
      .blended(over: Image.color(.white).scaled(by: 1 - falloff).cropped(to: PixelRect(subject.size)), mask: lit)
  }
}

extension Effect where Self == StageLight {
  /// Put faces in a spotlight and make the background black.
  public static func stageLight(
    strength: Double = StageLight.strength.defaultValue, falloff: Double = StageLight.falloff.defaultValue,
    style: StageLight.Style = .color
  ) -> StageLight {
    StageLight(strength: strength, falloff: falloff, style: style)
  }
}
