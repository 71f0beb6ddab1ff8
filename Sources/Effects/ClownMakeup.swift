import FilterGraph
import Imaging

/// White make-up: the skin as its brightest component, lifted, with eyes, brows, lips and beard left out by the matte.
///
/// The recipe of Apple's WWDC 2019 session 260, "Introducing Photo Segmentation Mattes".
public struct ClownMakeup: Effect {
  public static let name = "clown-makeup"
  public static let summary = "Put white make-up on skin, gray on dark skin; eyes, brows, lips and beard are unchanged."
  /// Opacity of the make-up; 0 = unchanged. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "Opacity of the make-up; 0 = unchanged.")
  public static let parameters: [EffectParameter] = [.number(strength)]
  public static let mattes: Set<MatteKind> = [.skin]

  /// Opacity of the make-up; 0 = unchanged. From 0 to 1, default 1.
  public var strength: Double

  public init(strength: Double = Self.strength.defaultValue) { self.strength = strength }
  public init(settings: EffectSettings) { strength = settings[Self.strength] }

  public func recipe(for subject: EffectSubject) -> Image {
    let white = subject.image.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    return white.mixed(over: subject.image, strength)
      .blended(over: subject.image, mask: subject.mattes[.skin])
  }
}

extension Effect where Self == ClownMakeup {
  /// Put white make-up on skin, gray on dark skin; eyes, brows, lips and beard are unchanged.
  public static func clownMakeup(strength: Double = ClownMakeup.strength.defaultValue) -> ClownMakeup {
    ClownMakeup(strength: strength)
  }
}
