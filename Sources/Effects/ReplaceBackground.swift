import FilterGraph
import Imaging

/// Puts the person before another background: a colour, or a picture that covers the frame.
///
/// The person's own colours are estimated where hair lets the old background through, so that no rim of it is left.
public struct ReplaceBackground: Effect {
  public static let name = "replace-background"
  public static let summary = "Put the person before a colour or another picture, without a rim of the old background."
  public static let color = ColorParameter(
    "color", default: Color(red: 0.85, green: 0.87, blue: 0.89), "The new background.")
  public static let picture = PictureParameter(
    "picture", "A picture for the background; it fills the frame and is cut to it.")
  public static let parameters: [EffectParameter] = [.color(color), .picture(picture)]
  public static let mattes: Set<MatteKind> = [.portrait]

  public var color: Color
  public var picture: EffectValue.Picture?

  public init(color: Color = Self.color.defaultValue) { self.color = color }
  public init(picture: EffectValue.Picture) {
    color = Self.color.defaultValue
    self.picture = picture
  }

  public init(settings: EffectSettings) {
    color = settings[Self.color]
    picture = settings[Self.picture]
  }

  public func image(of subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait] else { return subject.image }
    return CutOut(of: subject, portrait: portrait).person.composited(over: background(for: subject))
      .cropped(to: PixelRect(subject.size))
  }

  private func background(for subject: EffectSubject) -> Image {
    guard let picture else { return .color(color) }
    let upright = subject.orientation.apply(to: subject.size)
    let scale = max(
      Double(upright.width) / Double(picture.size.width), Double(upright.height) / Double(picture.size.height))
    // At least the frame, whatever the rounding.
    let size = PixelSize(
      width: max(upright.width, Int((Double(picture.size.width) * scale).rounded())),
      height: max(upright.height, Int((Double(picture.size.height) * scale).rounded())))
    let left = (size.width - upright.width) / 2
    let top = (size.height - upright.height) / 2
    return picture.image.scaled(to: size)
      .cropped(to: PixelRect(x: left, y: top, width: upright.width, height: upright.height))
      .transformed(by: .translation(x: Double(-left), y: Double(-top)))
      .oriented(subject.orientation.inverse)
      .composited(over: .color(color))
  }
}
