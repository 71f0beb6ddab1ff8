import FilterGraph
import Imaging

/// Puts the person in front of another background: a colour, a gradient, a picture, or none.
///
/// The person's own colours are estimated where the old background shows through hair, so that no rim of it is left.
public struct ReplaceBackground: Effect {
  public static let name = "replace-background"
  public static let summary =
    "Put the person in front of a colour, a gradient or a picture, without a rim of the old background."
  /// Colour of the new background; transparent cuts the person out. Default #d9dee3.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.85, green: 0.87, blue: 0.89),
    "Colour of the new background; transparent cuts the person out.")
  /// Colour at the gradient's other end; transparent = no gradient. Default #00000000.
  public static let color2 = ColorParameter(
    "color2", default: .clear, "Colour at the gradient's other end; transparent = no gradient.")
  /// Direction of the gradient: 0 to the right, 90 down. In degrees, from 0 to 360, default 90.
  public static let angle = NumberParameter(
    "angle", default: 90, in: 0...360, unit: "degrees", "Direction of the gradient: 0 to the right, 90 down.")
  /// Picture to use as the background.
  public static let picture = PictureParameter("picture", "Picture to use as the background.")
  /// How the picture is fitted: cover fills the frame, contain shows all of it over the colour, stretch distorts it,
  /// tile repeats it. Default cover.
  public static let fit = ChoiceParameter(
    "fit", default: Fit.cover,
    "How the picture is fitted: cover fills the frame, contain shows all of it over the colour, stretch distorts it, tile "
      + "repeats it.")
  /// Opacity of the new background; below 1 the old one shows through. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1, "Opacity of the new background; below 1 the old one shows through.")
  public static let parameters: [EffectParameter] = [
    .color(color), .color(color2), .number(angle), .picture(picture), .choice(fit.erased), .number(strength),
  ]
  public static let mattes: Set<MatteKind> = [.portrait]

  /// Colour of the new background; transparent cuts the person out. Default #d9dee3.
  public var color: Color
  /// Colour at the gradient's other end; transparent = no gradient. Default #00000000.
  public var color2: Color
  /// Direction of the gradient: 0 to the right, 90 down. In degrees, from 0 to 360, default 90.
  public var angle: Angle
  /// Picture to use as the background.
  public var picture: EffectValue.Picture?
  /// How the picture is fitted: cover fills the frame, contain shows all of it over the colour, stretch distorts it,
  /// tile repeats it. Default cover.
  public var fit: Fit
  /// Opacity of the new background; below 1 the old one shows through. From 0 to 1, default 1.
  public var strength: Double

  public init(
    color: Color = Self.color.defaultValue, color2: Color = Self.color2.defaultValue,
    angle: Angle = .degrees(Self.angle.defaultValue), picture: EffectValue.Picture? = nil,
    fit: Fit = Self.fit.defaultValue,
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
      color: settings[Self.color], color2: settings[Self.color2], angle: .degrees(settings[Self.angle]),
      picture: settings[Self.picture], fit: settings[Self.fit], strength: settings[Self.strength])
  }

  public var isOpaque: Bool { color.alpha >= 1 && (color2.alpha == 0 || color2.alpha >= 1) }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let portrait = subject.mattes[.portrait] else { return subject.image }
    let (cutOut, background) = (CutOut(of: subject, portrait: portrait), background(for: subject))
    let result = isOpaque ? cutOut.composited(over: background) : cutOut.person.composited(over: background)
    return result.cropped(to: PixelRect(subject.size)).mixed(over: subject.image, strength)
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
  /// Put the person in front of a colour, or of a gradient if there are two.
  public static func replaceBackground(
    with color: Color = ReplaceBackground.color.defaultValue, to color2: Color = .clear,
    angle: Angle = .degrees(ReplaceBackground.angle.defaultValue), strength: Double = 1
  ) -> ReplaceBackground {
    ReplaceBackground(color: color, color2: color2, angle: angle, strength: strength)
  }

  /// Put the person in front of a picture.
  public static func replaceBackground(
    with picture: EffectValue.Picture, fit: Fit = .cover, color: Color = ReplaceBackground.color.defaultValue,
    strength: Double = 1
  ) -> ReplaceBackground {
    ReplaceBackground(color: color, picture: picture, fit: fit, strength: strength)
  }
}
