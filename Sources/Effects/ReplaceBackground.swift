import FilterGraph
import Imaging

/// Puts the person before another background: a colour, a gradient, a picture, or none.
///
/// The person's own colours are estimated where hair lets the old background through, so that no rim of it is left.
public struct ReplaceBackground: Effect {
  public static let name = "replace-background"
  public static let summary =
    "Put the person before a colour, a gradient or a picture, without a rim of the old background."
  /// The new background; transparent cuts the person out. Default #d9dee3.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.85, green: 0.87, blue: 0.89), "The new background; transparent cuts the person out.")
  /// The colour at the other end, for a gradient; transparent for none. Default #00000000.
  public static let color2 = ColorParameter(
    "color2", default: .clear, "The colour at the other end, for a gradient; transparent for none.")
  /// Where the gradient goes: 0 to the right, 90 down. In degrees, from 0 to 360, default 90.
  public static let angle = NumberParameter(
    "angle", default: 90, in: 0...360, unit: "degrees", "Where the gradient goes: 0 to the right, 90 down.")
  /// A picture for the background.
  public static let picture = PictureParameter("picture", "A picture for the background.")
  /// How the picture fits: cover fills the frame, contain shows all of it before the colour, stretch distorts it, tile
  /// repeats it. Default cover.
  public static let fit = ChoiceParameter(
    "fit", default: Fit.cover,
    "How the picture fits: cover fills the frame, contain shows all of it before the colour, stretch distorts it, tile "
      + "repeats it.")
  /// How much of the new background shows; below 1 the old one shines through. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "How much of the new background shows; below 1 the old one shines through.")
  public static let parameters: [EffectParameter] = [
    .color(color), .color(color2), .number(angle), .picture(picture), .choice(fit.erased), .number(strength),
  ]
  public static let mattes: Set<MatteKind> = [.portrait]

  /// The new background; transparent cuts the person out. Default #d9dee3.
  public var color: Color
  /// The colour at the other end, for a gradient; transparent for none. Default #00000000.
  public var color2: Color
  /// Where the gradient goes: 0 to the right, 90 down. In degrees, from 0 to 360, default 90.
  public var angle: Double
  /// A picture for the background.
  public var picture: EffectValue.Picture?
  /// How the picture fits: cover fills the frame, contain shows all of it before the colour, stretch distorts it, tile
  /// repeats it. Default cover.
  public var fit: Fit
  /// How much of the new background shows; below 1 the old one shines through. From 0 to 1, default 1.
  public var strength: Double

  public init(
    color: Color = Self.color.defaultValue, color2: Color = Self.color2.defaultValue,
    angle: Double = Self.angle.defaultValue, picture: EffectValue.Picture? = nil, fit: Fit = Self.fit.defaultValue,
    strength: Double = Self.strength.defaultValue
  ) {
    self.color = color
    self.color2 = color2
    self.angle = angle
    self.picture = picture
    self.fit = fit
    self.strength = strength
  }

  public init(settings: EffectSettings) {
    self.init(
      color: settings[Self.color], color2: settings[Self.color2], angle: settings[Self.angle],
      picture: settings[Self.picture], fit: settings[Self.fit], strength: settings[Self.strength])
  }

  public var isOpaque: Bool { color.alpha >= 1 && (color2.alpha == 0 || color2.alpha >= 1) }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait] else { return subject.image }
    return CutOut(of: subject, portrait: portrait).person.composited(over: background(for: subject))
      .cropped(to: PixelRect(subject.size))
      .applying(.mix(backgroundImage: subject.image, amount: strength))
  }

  /// The new background in the stored frame.
  private func background(for subject: EffectSubject) -> Image {
    let frame = subject.uprightSize
    let plain = color2.alpha > 0 ? Backdrop.gradient(from: color, to: color2, angle: angle, over: frame) : .color(color)
    let upright = picture.map { $0.fitted(fit, into: frame).composited(over: plain) } ?? plain
    return upright.cropped(to: PixelRect(frame)).oriented(subject.orientation.inverse)
  }
}

extension Effect where Self == ReplaceBackground {
  /// Put the person before a colour, or before a gradient if there are two.
  public static func replaceBackground(
    with color: Color = ReplaceBackground.color.defaultValue, to color2: Color = .clear,
    angle: Double = ReplaceBackground.angle.defaultValue, strength: Double = 1
  ) -> ReplaceBackground {
    ReplaceBackground(color: color, color2: color2, angle: angle, strength: strength)
  }

  /// Put the person before a picture.
  public static func replaceBackground(
    with picture: EffectValue.Picture, fit: Fit = .cover, color: Color = ReplaceBackground.color.defaultValue,
    strength: Double = 1
  ) -> ReplaceBackground {
    ReplaceBackground(color: color, picture: picture, fit: fit, strength: strength)
  }
}
