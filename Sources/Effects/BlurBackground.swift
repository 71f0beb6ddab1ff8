import FilterGraph
import Imaging

/// Blurs the background as a fast lens does: discs of light, and nothing of the person in them.
public struct BlurBackground: Effect {
  public static let name = "blur-background"
  public static let summary = "Blur the background as a fast lens does; the person stays sharp."
  public static let radius = NumberParameter(
    "radius", default: 1.2, in: 0...5, unit: "percent of the picture's longer side", "Radius of the blur's discs.")
  public static let parameters: [EffectParameter] = [.number(radius)]
  public static let mattes: Set<MatteKind> = [.portrait]

  public var radius: Double

  public init(radius: Double = Self.radius.defaultValue) { self.radius = radius }
  public init(settings: EffectSettings) { radius = settings[Self.radius] }

  public func image(of subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait], radius > 0 else { return subject.image }
    let pixels = radius / 100 * Double(max(subject.size.width, subject.size.height))
    let cutOut = CutOut(of: subject, portrait: portrait)
    // The background is blurred with the person cut out of it, and what the cut left is filled from round it: so the
    // person does not bleed into the blur.
    let blurred = cutOut.background.applying(.discBlur(radius: pixels)).unpremultiplyingAlpha().settingAlphaOne()
    return cutOut.person.composited(over: blurred).cropped(to: PixelRect(subject.size))
  }
}
