import FilterGraph
import Imaging

/// A picture laid on each face that follows its place, size, roll and turn: a moustache, glasses, a nose, or any PNG.
public struct Sticker: Effect {
  public static let name = "sticker"
  public static let summary = "Put a sticker on each face that follows its place, size, roll and yaw."
  /// Picture of the sticker, a PNG with transparency; without it, shape is drawn.
  public static let picture = PictureParameter(
    "picture", "Picture of the sticker, a PNG with transparency; without it, shape is drawn.")
  /// Shape to draw if no picture is given. Default moustache.
  public static let shape = ChoiceParameter(
    "shape", default: Shape.moustache, "Shape to draw if no picture is given.")
  /// Part of the face that the sticker is fixed to; auto takes the one that fits the shape. Default auto.
  public static let anchor = ChoiceParameter(
    "anchor", default: Anchor.auto,
    "Part of the face that the sticker is fixed to; auto takes the one that fits the shape.")
  /// Scale factor of the sticker; 1 fits the part of the face. From 0.1 to 5, default 1.
  public static let size = NumberParameter(
    "size", default: 1, in: 0.1...5, "Scale factor of the sticker; 1 fits the part of the face.")
  /// Horizontal offset of the sticker, along the face's own axes. In widths of the face, from -2 to 2, default 0.
  public static let shiftX = NumberParameter(
    "shift-x", default: 0, in: -2...2, unit: "widths of the face",
    "Horizontal offset of the sticker, along the face's own axes.")
  /// Vertical offset of the sticker, down the face. In widths of the face, from -2 to 2, default 0.
  public static let shiftY = NumberParameter(
    "shift-y", default: 0, in: -2...2, unit: "widths of the face", "Vertical offset of the sticker, down the face.")
  /// Opacity of the sticker. From 0 to 1, default 1.
  public static let strength = NumberParameter("strength", default: 1, in: 0...1, "Opacity of the sticker.")
  public static let parameters: [EffectParameter] = [
    .picture(picture), .choice(shape.erased), .choice(anchor.erased), .number(size), .number(shiftX), .number(shiftY),
    .number(strength), .faces(.onlyFace),
  ]
  public static let mattes: Set<MatteKind> = []
  public static let requirement = EffectRequirement.faces

  /// Shape to draw if no picture is given.
  public enum Shape: String, Sendable, CaseIterable {
    /// A moustache, under the nose.
    case moustache
    /// Glasses, on the eyes.
    case glasses
    /// A clown's nose.
    case nose
  }

  /// The part of the face that the sticker is fixed to.
  public enum Anchor: String, Sendable, CaseIterable {
    /// The part that suits the shape.
    case auto
    /// Between the eyes.
    case eyes
    /// The tip of the nose.
    case nose
    /// The upper lip.
    case lips
    /// The forehead, above the brows.
    case forehead
  }

  /// Picture of the sticker, a PNG with transparency; without it, shape is drawn.
  public var picture: EffectValue.Picture?
  /// Shape to draw if no picture is given. Default moustache.
  public var shape: Shape
  /// Part of the face that the sticker is fixed to; auto takes the one that fits the shape. Default auto.
  public var anchor: Anchor
  /// Scale factor of the sticker; 1 fits the part of the face. From 0.1 to 5, default 1.
  public var size: Double
  /// Moves the sticker across and down the face, in widths of the face; `shift-x` and `shift-y` on the command line.
  public var shift: Point
  /// Opacity of the sticker. From 0 to 1, default 1.
  public var strength: Double
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    picture: EffectValue.Picture? = nil, shape: Shape = Self.shape.defaultValue,
    anchor: Anchor = Self.anchor.defaultValue, size: Double = Self.size.defaultValue, shift: Point = .zero,
    strength: Double = Self.strength.defaultValue, onlyFaces: FaceSelection = .all
  ) {
    self.picture = picture
    self.shape = shape
    self.anchor = anchor
    self.size = size
    self.shift = shift
    self.strength = strength
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(
      picture: settings[Self.picture], shape: settings[Self.shape], anchor: settings[Self.anchor],
      size: settings[Self.size], shift: Point(x: settings[Self.shiftX], y: settings[Self.shiftY]),
      strength: settings[Self.strength], onlyFaces: settings[.onlyFace])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    let drawn = picture ?? StickerDrawing.picture(of: shape)
    let isGlasses = picture == nil && shape == .glasses
    let stickers = subject.shapes(of: onlyFaces).map { face in
      let place = StickerPlace(on: face, spot)
      let front = place.image(of: drawn, in: subject)
      let temples = isGlasses ? GlassesTemples.image(on: face, place, shift: shift, in: subject) : nil
      return temples.map { front.composited(over: $0) } ?? front
    }
    let all = stickers.reduce(subject.image) { below, sticker in
      sticker.applying(.sourceAtopCompositing(backgroundImage: below))
    }
    return all.mixed(over: subject.image, strength)
  }

  private var spot: StickerPlace.Spot {
    let own: Anchor
    switch (anchor, shape) {
    case (.auto, .moustache): own = .lips
    case (.auto, .glasses): own = .eyes
    case (.auto, .nose): own = .nose
    default: own = anchor
    }
    return StickerPlace.Spot(
      anchor: own, size: size, shift: shift, turns: picture != nil || shape != .nose)
  }
}

extension Effect where Self == Sticker {
  /// Lay a picture on faces.
  public static func sticker(
    _ picture: EffectValue.Picture, at anchor: Sticker.Anchor, size: Double = Sticker.size.defaultValue,
    shift: Point = .zero, strength: Double = Sticker.strength.defaultValue, onlyFaces: FaceSelection = .all
  ) -> Sticker {
    Sticker(picture: picture, anchor: anchor, size: size, shift: shift, strength: strength, onlyFaces: onlyFaces)
  }

  /// Draw a moustache, glasses or a nose on faces.
  public static func sticker(
    _ shape: Sticker.Shape, at anchor: Sticker.Anchor = .auto, size: Double = Sticker.size.defaultValue,
    shift: Point = .zero, strength: Double = Sticker.strength.defaultValue, onlyFaces: FaceSelection = .all
  ) -> Sticker {
    Sticker(shape: shape, anchor: anchor, size: size, shift: shift, strength: strength, onlyFaces: onlyFaces)
  }
}
