import FilterGraph
import Imaging

/// Blurs the background as a fast lens does: discs of light, and nothing of the person in them.
public struct BlurBackground: Effect {
  public static let name = "blur-background"
  public static let summary = "Blur the background as a fast lens does; the person stays sharp."
  /// Strength of the blur, as a fraction of the radius; 0 = unchanged. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "Strength of the blur, as a fraction of the radius; 0 = unchanged.")
  /// Radius of the blur's discs. In percent of the picture's longer side, from 0 to 5, default 1.2.
  public static let radius = NumberParameter(
    "radius", default: 1.2, in: 0...5, unit: "percent of the picture's longer side", "Radius of the blur's discs.")
  public static let parameters: [EffectParameter] = [.number(strength), .number(radius)]
  public static let mattes: Set<MatteKind> = [.portrait]

  /// Strength of the blur, as a fraction of the radius; 0 = unchanged. From 0 to 1, default 1.
  public var strength: Double
  /// Radius of the blur's discs. In percent of the picture's longer side, from 0 to 5, default 1.2.
  public var radius: Double

  public init(radius: Double = Self.radius.defaultValue, strength: Double = Self.strength.defaultValue) {
    self.radius = radius
    self.strength = strength
  }

  public init(settings: EffectSettings) {
    self.init(radius: settings[Self.radius], strength: settings[Self.strength])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    let pixels = strength * radius / 100 * Double(max(subject.size.width, subject.size.height))
    guard let portrait = subject.mattes[.portrait], pixels > 0.5 else { return subject.image }
    let cutOut = CutOut(of: subject.opaque, portrait: portrait)
    // The background is blurred with the person cut out of it, and the hole is filled from its surroundings, so that
    // the person does not bleed into the blur. With soft edges large discs can be computed on a grid of two pixels, in
    // a fraction of the time.
    let softness = min(max(pixels / 4, 1), 2.8)
    let blurred = cutOut.background.applying(.bokehBlur(radius: pixels, softness: softness)).opaque
    return cutOut.composited(over: blurred).withAlpha(of: subject.image)
  }
}

extension Effect where Self == BlurBackground {
  /// Blur the background as a fast lens does; the person stays sharp.
  public static func blurBackground(
    radius: Double = BlurBackground.radius.defaultValue, strength: Double = BlurBackground.strength.defaultValue
  ) -> BlurBackground {
    BlurBackground(radius: radius, strength: strength)
  }
}
