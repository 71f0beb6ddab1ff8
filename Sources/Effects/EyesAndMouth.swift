import FilterGraph
import Imaging

/// Brings out eyes and mouth, or leaves colour to them alone, through a matte that no network makes: the eyes and lips of
/// the mesh, less the skin, more the teeth.
public struct EyesAndMouth: Effect {
  public static let name = "eyes-and-mouth"
  public static let summary = "Add contrast and colour to eyes and mouth, or make the rest black and white."
  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Strength of the effect; 0 = unchanged.")
  /// clear: more contrast and colour in eyes and mouth; color: the rest in black and white. Default clear.
  public static let look = ChoiceParameter(
    "look", default: Look.clear,
    "clear: more contrast and colour in eyes and mouth; color: the rest in black and white.")
  public static let parameters: [EffectParameter] = [
    .number(strength), .choice(look.erased), .faces(.onlyFace),
  ]
  public static let mattes: Set<MatteKind> = [.skin, .teeth]
  public static let requirement = EffectRequirement.faces

  /// What becomes of the rest of the picture.
  public enum Look: String, Sendable, CaseIterable {
    /// More contrast and colour in eyes and mouth.
    case clear
    /// All else in black and white.
    case color
  }

  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// clear: more contrast and colour in eyes and mouth; color: the rest in black and white. Default clear.
  public var look: Look
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    strength: Double = Self.strength.defaultValue, look: Look = Self.look.defaultValue, onlyFaces: FaceSelection = .all
  ) {
    self.strength = strength
    self.look = look
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(
      strength: settings[Self.strength], look: settings[Self.look], onlyFaces: settings[.onlyFace])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    let shapes = subject.shapes(of: onlyFaces)
    guard let matte = Self.matte(of: shapes, in: subject) else { return subject.image }
    let picture = subject.image
    switch look {
    case .clear:
      // Clarity: local contrast over a few hundredths of the face, then a little light and colour.
      let width = shapes.map(\.seenWidth).max() ?? 1
      let clear = subject.opaque.image.applying(.unsharpMask(radius: max(0.8, width * 0.012), intensity: 0.7))
        .applying(.exposureAdjust(ev: 0.25)).applying(.vibrance(amount: 0.5))
        .cropped(to: PixelRect(subject.size)).applying(.sourceInCompositing(backgroundImage: picture))
      return clear.blended(over: picture, mask: matte.scaled(by: strength))
    case .color:
      let gray = picture.luminance().applying(.mix(backgroundImage: picture, amount: strength))
      return picture.blended(over: gray, mask: matte)
    }
  }

  /// Eyes and mouths of faces as one mask over the picture; nil if none of them has a mesh.
  static func matte(of shapes: [FaceShape], in subject: EffectSubject) -> Image? {
    let area = PixelRect(subject.size)
    let parts = shapes.flatMap { face in
      [FacePart.leftEye, .rightEye, .outerLips].compactMap { part -> Image? in
        guard let outline = face.outline(of: part) else { return nil }
        return AreaMask.image([outline.map(subject.stored)], in: area, softness: face.seenWidth * 0.008)
      }
    }
    guard !parts.isEmpty else { return nil }
    var matte = Image.union(of: parts, in: area)
    if let skin = subject.mask(.skin) { matte = matte.and(skin.ramp(from: 0.5, to: 1).inverted) }
    // Teeth count where they belong to one of the faces.
    if let teeth = subject.mask(.teeth) { matte = matte.or(teeth.and(Image.union(of: parts, in: area))) }
    return matte
  }
}

extension Effect where Self == EyesAndMouth {
  /// Add contrast and colour to eyes and mouth, or make the rest black and white.
  public static func eyesAndMouth(
    strength: Double = EyesAndMouth.strength.defaultValue, look: EyesAndMouth.Look = .clear,
    onlyFaces: FaceSelection = .all
  ) -> EyesAndMouth {
    EyesAndMouth(strength: strength, look: look, onlyFaces: onlyFaces)
  }
}
