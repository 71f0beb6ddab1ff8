import FilterGraph
import Glibc
import Imaging

/// A flush on the cheeks, laid along the cheekbones of each face's mesh and only on skin. A black-and-white photo stays
/// one unless the colour is chosen.
public struct Blush: Effect {
  public static let name = "blush"
  public static let summary = "Put a soft flush on the cheeks, on skin only."
  /// Colour of the flush; the default leaves black-and-white photos gray. Default #d9525c.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.85, green: 0.32, blue: 0.36),
    "Colour of the flush; the default leaves black-and-white photos gray.")
  /// Opacity of the flush; 0 = unchanged. From 0 to 1, default 0.45.
  public static let strength = NumberParameter(
    "strength", default: 0.45, in: 0...1, "Opacity of the flush; 0 = unchanged.")
  public static let parameters: [EffectParameter] = [.color(color), .number(strength), .faces(.onlyFace)]
  public static let mattes: Set<MatteKind> = [.skin]
  public static let requirement = EffectRequirement.faces

  /// Colour of the flush; the default leaves black-and-white photos gray. Default #d9525c.
  public var color: Color
  /// Opacity of the flush; 0 = unchanged. From 0 to 1, default 0.45.
  public var strength: Double
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    color: Color = Self.color.defaultValue, strength: Double = Self.strength.defaultValue,
    onlyFaces: FaceSelection = .all
  ) {
    self.color = color
    self.strength = strength
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(color: settings[Self.color], strength: settings[Self.strength], onlyFaces: settings[.onlyFace])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let skin = subject.mask(.skin) else { return subject.image }
    let area = PixelRect(subject.size)
    let cheeks = subject.shapes(of: onlyFaces).flatMap { face in
      [Cheek.right, .left].compactMap { $0.mask(of: face, in: subject) }
    }
    guard !cheeks.isEmpty else { return subject.image }
    let mask = Image.union(of: cheeks, in: area).and(skin).scaled(by: strength)
    let light = MakeUpLight(keepsGray: color == Self.color.defaultValue, isUnlit: false)
    return light.image(subject.image.multiplied(by: pigment), in: subject).blended(over: subject.image, mask: mask)
  }

  /// The share of each component of the light that the flush leaves: blood absorbs green and blue and hardly red. It is
  /// softer than the colour itself, because skin shows through; a dark colour absorbs some of all components, and white
  /// adds light.
  private var pigment: SIMD3<Double> {
    let (red, green, blue) = color.linear
    let soft = SIMD3(Double(red), Double(green), Double(blue)).clamped(
      lowerBound: .init(repeating: 0.001), upperBound: .one)
    let root = SIMD3(soft.x.squareRoot(), soft.y.squareRoot(), soft.z.squareRoot())
    return root / root.max() * (0.68 + 0.46 * root.max())
  }

  /// Points of the mesh (MediaPipe's canonical face) along one cheekbone.
  private struct Cheek {
    /// The apple of the cheek, the end of the cheekbone before the ear, the nose's side and the centre of the cheek.
    let apple, ear: Int
    /// The side that turns away from the viewer when this cheek is hidden.
    let sign: Double

    static let right = Cheek(apple: 205, ear: 123, sign: -1)
    static let left = Cheek(apple: 425, ear: 352, sign: 1)

    func mask(of face: FaceShape, in subject: EffectSubject) -> Image? {
      guard let apple = face.point(apple), let ear = face.point(ear) else { return nil }
      // `across` points away from the viewer on the side that is turned away.
      let hidden = face.across.z * sign
      let seen = ((0.75 - hidden) / 0.35).clamped(to: 0...1)
      guard seen > 0 else { return nil }
      let center = Point(x: apple.x * 0.6 + ear.x * 0.4, y: apple.y * 0.6 + ear.y * 0.4)
      let (dx, dy) = (ear.x - apple.x, ear.y - apple.y)
      let long = max(hypot(dx, dy) * 0.62, face.seenWidth * 0.05)
      let short = max(face.seenWidth * 0.1, 1)
      let angle = atan2(dy, dx)
      let outline = (0..<48).map { step -> Point in
        let t = Double(step) / 24 * .pi
        let (u, v) = (long * cos(t), short * sin(t))
        return subject.stored(
          Point(x: center.x + u * cos(angle) - v * sin(angle), y: center.y + u * sin(angle) + v * cos(angle)))
      }
      let mask = AreaMask.image([outline], in: PixelRect(subject.size), softness: face.seenWidth * 0.055)
      return seen < 1 ? mask.scaled(by: seen) : mask
    }
  }
}

extension Effect where Self == Blush {
  /// Put a soft flush on the cheeks, on skin only.
  public static func blush(
    color: Color = Blush.color.defaultValue, strength: Double = Blush.strength.defaultValue,
    onlyFaces: FaceSelection = .all
  ) -> Blush {
    Blush(color: color, strength: strength, onlyFaces: onlyFaces)
  }
}
