import FilterGraph
import Imaging

/// Colours the lips by each face's mesh: teeth and the mouth's opening stay, and so do the lips' folds and shine. A
/// black-and-white photo stays one, with darker lips, unless the colour is chosen.
public struct Lipstick: Effect {
  public static let name = "lipstick"
  public static let summary = "Colour the lips; teeth, folds and highlights are kept."
  /// Colour of the lipstick; the default leaves black-and-white photos gray. Default #b3142e.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.70, green: 0.08, blue: 0.18),
    "Colour of the lipstick; the default leaves black-and-white photos gray.")
  /// Opacity of the lipstick; 0 = unchanged. From 0 to 1, default 0.7.
  public static let strength = NumberParameter(
    "strength", default: 0.7, in: 0...1, "Opacity of the lipstick; 0 = unchanged.")
  /// Strength of the lips' highlights; 0 = matt. From 0 to 1, default 0.2.
  public static let gloss = NumberParameter(
    "gloss", default: 0.2, in: 0...1, "Strength of the lips' highlights; 0 = matt.")
  public static let parameters: [EffectParameter] = [
    .color(color), .number(strength), .number(gloss), .faces(.onlyFace),
  ]
  public static let mattes: Set<MatteKind> = [.skin, .teeth, .portrait]
  public static let requirement = EffectRequirement.faces

  /// Colour of the lipstick; the default leaves black-and-white photos gray. Default #b3142e.
  public var color: Color
  /// Opacity of the lipstick; 0 = unchanged. From 0 to 1, default 0.7.
  public var strength: Double
  /// Strength of the lips' highlights; 0 = matt. From 0 to 1, default 0.2.
  public var gloss: Double
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    color: Color = Self.color.defaultValue, strength: Double = Self.strength.defaultValue,
    gloss: Double = Self.gloss.defaultValue, onlyFaces: FaceSelection = .all
  ) {
    self.color = color
    self.strength = strength
    self.gloss = gloss
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(
      color: settings[Self.color], strength: settings[Self.strength], gloss: settings[Self.gloss],
      onlyFaces: settings[.onlyFace])
  }

  /// The linear luminance of lips that take exactly the lipstick's colour.
  private static let midLips = 0.28

  public func recipe(for subject: EffectSubject) -> Image {
    let area = PixelRect(subject.size)
    let shapes = subject.shapes(of: onlyFaces).map { LipShape(face: $0) }
    let lips = shapes.compactMap { $0.mask(in: subject) }
    guard !lips.isEmpty, let mouthWidth = shapes.compactMap(\.mouthWidth).max() else { return subject.image }
    // Everything is computed only in a box round all lips.
    let boxes = lips.compactMap { $0.extent.rect?.intersection(area) }
    guard let first = boxes.first else { return subject.image }
    var mask = Image.union(of: lips, in: boxes.dropFirst().reduce(first) { $0.union($1) })
    if let matte = subject.mattes[.skin], let skin = subject.mask(.skin) {
      let share = LipShare(of: subject, lips: .union(of: lips, in: area), skin: matte, mouthWidth: mouthWidth)
      // The skin matte excludes lips: where it is certain of skin the mesh is misplaced.
      mask = mask.and(share.mask).and(skin.ramp(from: 0.6, to: 1).scaled(by: 0.8).inverted)
    }
    // The mesh of a profile extends beyond it.
    if let person = subject.mask(.portrait) { mask = mask.and(person) }
    let picture = subject.opaque.image
    let shade = picture.luminance(times: 1 / Self.midLips).applying(.gammaAdjust(power: 0.75))
    // A few percent of the light are reflected unchanged from the surface of lips.
    var colored = shade.multiplied(by: color).adding(picture.luminance(), times: 0.05)
    if gloss > 0 {
      // Light beyond the lips' own reflectance is shine, and has the colour of the light.
      let shine = picture.luminance().ramp(from: 0.2, to: 0.75).applying(.gammaAdjust(power: 1.5))
      colored = colored.adding(shine, times: 0.6 * gloss)
    }
    let light = MakeUpLight(keepsGray: color == Self.color.defaultValue, isUnlit: true)
    return light.image(colored, in: subject).withAlpha(of: subject.image)
      .blended(over: subject.image, mask: mask.scaled(by: strength))
  }
}

extension Effect where Self == Lipstick {
  /// Colour the lips; teeth, folds and highlights are kept.
  public static func lipstick(
    color: Color = Lipstick.color.defaultValue, strength: Double = Lipstick.strength.defaultValue,
    gloss: Double = Lipstick.gloss.defaultValue, onlyFaces: FaceSelection = .all
  ) -> Lipstick {
    Lipstick(color: color, strength: strength, gloss: gloss, onlyFaces: onlyFaces)
  }
}
