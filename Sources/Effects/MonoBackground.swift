import FilterGraph
import Imaging

/// Make the background black and white; the person stays in colour.
public struct MonoBackground: Effect {
  public static let name = "mono-background"
  public static let summary = "Make the background black and white; the person stays in colour."
  /// Fraction of the background's saturation that is removed. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "Fraction of the background's saturation that is removed.")
  /// Brightness of the background: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public static let brightness = NumberParameter(
    "brightness", default: 0, in: -3...3, unit: "EV", "Brightness of the background: brighter above 0, darker below.")
  public static let parameters: [EffectParameter] = [.number(strength), .number(brightness)]
  public static let mattes: Set<MatteKind> = [.portrait]

  /// Fraction of the background's saturation that is removed. From 0 to 1, default 1.
  public var strength: Double
  /// Brightness of the background: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public var brightness: Double

  public init(strength: Double = Self.strength.defaultValue, brightness: Double = Self.brightness.defaultValue) {
    self.strength = strength
    self.brightness = brightness
  }

  public init(settings: EffectSettings) {
    self.init(strength: settings[Self.strength], brightness: settings[Self.brightness])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait] else { return subject.image }
    let cutOut = CutOut(of: subject.opaque, portrait: portrait)
    // The rest of the light at soft edges is the background's, and loses its colour with it.
    let gray = subject.opaque.image.luminance().applying(.exposureAdjust(ev: brightness))
    return cutOut.composited(over: gray).withAlpha(of: subject.image).mixed(over: subject.image, strength)
  }
}

extension Effect where Self == MonoBackground {
  /// Make the background black and white; the person stays in colour.
  public static func monoBackground(
    strength: Double = MonoBackground.strength.defaultValue, brightness: Double = MonoBackground.brightness.defaultValue
  ) -> MonoBackground {
    MonoBackground(strength: strength, brightness: brightness)
  }
}
