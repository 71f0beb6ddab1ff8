import FilterGraph
import Imaging

/// Brings out eyes and mouth, or leaves colour to them alone, through a matte that no network makes: the eyes and lips
/// of the mesh, less the skin, more the teeth. Teeth lose some of their yellow instead of gaining colour.
public struct EyesAndMouth: Effect {
  public static let name = "eyes-and-mouth"
  public static let summary = "Add contrast and colour to eyes and mouth, or make the rest black and white."
  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 0.6.
  public static let strength = NumberParameter(
    "strength", default: 0.6, in: 0...1, "Strength of the effect; 0 = unchanged.")
  /// clear: more contrast and colour in eyes and mouth; color: the rest in black and white. Default clear.
  public static let style = ChoiceParameter(
    "style", default: Style.clear,
    "clear: more contrast and colour in eyes and mouth; color: the rest in black and white.")
  public static let parameters: [EffectParameter] = [
    .number(strength), .choice(style.erased), .faces(.onlyFace),
  ]
  public static let mattes: Set<MatteKind> = [.skin, .teeth]
  public static let requirement = EffectRequirement.faces

  /// How eyes and mouth are brought out.
  public enum Style: String, Sendable, CaseIterable {
    /// More contrast and colour in eyes and mouth.
    case clear
    /// All else in black and white.
    case color
  }

  /// Strength of the effect; 0 = unchanged. From 0 to 1, default 0.6.
  public var strength: Double
  /// clear: more contrast and colour in eyes and mouth; color: the rest in black and white. Default clear.
  public var style: Style
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    strength: Double = Self.strength.defaultValue, style: Style = Self.style.defaultValue,
    onlyFaces: FaceSelection = .all
  ) {
    self.strength = strength
    self.style = style
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(
      strength: settings[Self.strength], style: settings[Self.style], onlyFaces: settings[.onlyFace])
  }

  /// The strength of teeth whitening at full strength: yellow is conspicuous in a clearer mouth.
  private static let whitening = 0.6

  public func recipe(for subject: EffectSubject) -> Image {
    let shapes = subject.shapes(of: onlyFaces)
    guard let matte = Self.matte(of: shapes, in: subject) else { return subject.image }
    let picture = subject.image
    let teeth = subject.mask(.teeth)
    let whitened = teeth == nil ? picture : WhitenTeeth(strength: Self.whitening * strength).image(of: subject)
    switch style {
    case .clear:
      let soft = teeth.map { matte.and($0.inverted) } ?? matte
      let width = shapes.map(\.seenWidth).max() ?? 1
      // Only from pixels certainly in the matte: the surroundings of lips and eyes do not contribute, so that these get
      // no rim.
      let encoded = picture.encoded
      let around = encoded.mean(within: soft.ramp(from: 0.5, to: 1), radius: max(1, width * 0.02))
      let clear = encoded.applying(Clarity(), with: [around]).cropped(to: PixelRect(subject.size))
        .decoded(as: picture).applying(.vibrance(amount: 0.5))
      return clear.blended(
        over: teeth == nil ? picture : whitened.blended(over: picture, mask: matte), mask: soft.scaled(by: strength))
    case .color:
      let gray = picture.luminance().applying(.mix(backgroundImage: picture, amount: strength))
      return whitened.blended(over: gray, mask: matte)
    }
  }

  /// Local contrast and a little light, of encoded colours against their mean round each place. Both are factors, so
  /// that hues stay and dark irises do not turn black.
  private struct Clarity: MultipleImageKernel {
    /// The maximum change of a pixel's brightness, as a fraction of itself.
    private static let limit: Float = 0.12
    /// The increase of the middle of the range, as a fraction of itself, if white were as far away as it is from black.
    private static let light: Float = 0.16

    func process(_ pixels: PixelsOfImages, x: Int, y: Int) -> SIMD4<Float> {
      let (pixel, around) = (pixels[0], pixels[1])
      let light = Luminance.of(pixel.x, pixel.y, pixel.z)
      let mean = Luminance.of(around.x, around.y, around.z)
      let detail = mean > 0 ? (light - mean) / max(mean, 0.05) : 0
      // A soft limit of the difference.
      let lift = detail / (1 + abs(detail) / Self.limit)
      let factor = (1 + lift) * (1 + Self.light * max(0, 1 - max(light, 0)))
      return SIMD4(pixel.x * factor, pixel.y * factor, pixel.z * factor, pixel.w)
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
    // Teeth count if they belong to one of the faces.
    if let teeth = subject.mask(.teeth) { matte = matte.or(teeth.and(Image.union(of: parts, in: area))) }
    return matte
  }
}

extension Effect where Self == EyesAndMouth {
  /// Add contrast and colour to eyes and mouth, or make the rest black and white.
  public static func eyesAndMouth(
    strength: Double = EyesAndMouth.strength.defaultValue, style: EyesAndMouth.Style = .clear,
    onlyFaces: FaceSelection = .all
  ) -> EyesAndMouth {
    EyesAndMouth(strength: strength, style: style, onlyFaces: onlyFaces)
  }
}
