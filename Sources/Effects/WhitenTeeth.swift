import FilterGraph
import Imaging

/// Takes the yellow out of teeth and lifts them a little.
public struct WhitenTeeth: Effect {
  public static let name = "whiten-teeth"
  public static let summary = "Take the yellow out of teeth and lift them, without a glow."
  public static let strength = NumberParameter("strength", default: 0.7, in: 0...1, "How white.")
  public static let parameters: [EffectParameter] = [.number(strength)]
  public static let mattes: Set<MatteKind> = [.teeth]

  public var strength: Double

  public init(strength: Double = Self.strength.defaultValue) { self.strength = strength }
  public init(settings: EffectSettings) { strength = settings[Self.strength] }

  public func image(of subject: EffectSubject) -> Image {
    let white = subject.image.applying(.colorControls(saturation: 0.15)).applying(.exposureAdjust(ev: 0.45))
    return white.applying(.mix(backgroundImage: subject.image, amount: strength))
      .blended(over: subject.image, mask: subject.mattes[.teeth])
  }
}
