import FilterGraph
import Glibc
import Imaging

/// Dyes the hair: each strand keeps its brightness relative to the others, the colour is the dye's, a little lighter on
/// light hair and darker on dark. A dye has its colour in a black-and-white photo too.
public struct HairColor: Effect {
  public static let name = "hair-color"
  public static let summary = "Dye the hair in any colour; strands and highlights are kept."
  /// Colour of the dye. Default #992142.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.60, green: 0.13, blue: 0.26), "Colour of the dye.")
  /// Opacity of the dye; 0 = unchanged. From 0 to 1, default 0.85.
  public static let strength = NumberParameter(
    "strength", default: 0.85, in: 0...1, "Opacity of the dye; 0 = unchanged.")
  /// Brightness of the dyed hair: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public static let brightness = NumberParameter(
    "brightness", default: 0, in: -3...3, unit: "EV", "Brightness of the dyed hair: brighter above 0, darker below.")
  /// Opacity of the undyed roots, where a face was found; 0 = none. From 0 to 1, default 0.
  public static let roots = NumberParameter(
    "roots", default: 0, in: 0...1, "Opacity of the undyed roots, where a face was found; 0 = none.")
  public static let parameters: [EffectParameter] = [
    .color(color), .number(strength), .number(brightness), .number(roots),
  ]
  public static let mattes: Set<MatteKind> = [.hair]

  /// Colour of the dye. Default #992142.
  public var color: Color
  /// Opacity of the dye; 0 = unchanged. From 0 to 1, default 0.85.
  public var strength: Double
  /// Brightness of the dyed hair: brighter above 0, darker below. In EV, from -3 to 3, default 0.
  public var brightness: Double
  /// Opacity of the undyed roots, where a face was found; 0 = none. From 0 to 1, default 0.
  public var roots: Double

  public init(
    color: Color = Self.color.defaultValue, strength: Double = Self.strength.defaultValue,
    brightness: Double = Self.brightness.defaultValue, roots: Double = Self.roots.defaultValue
  ) {
    self.color = color
    self.strength = strength
    self.brightness = brightness
    self.roots = roots
  }

  public init(settings: EffectSettings) {
    self.init(
      color: settings[Self.color], strength: settings[Self.strength], brightness: settings[Self.brightness],
      roots: settings[Self.roots])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    guard let matte = subject.mattes[.hair] else { return subject.image }
    let wide = max(2, subject.faceWidth * 0.3)
    let hair = HairTone(of: subject, matte, radius: wide)
    let lock = HairTone(of: subject, matte, radius: subject.faceWidth * 0.05)
    let head = HairTone(of: subject, matte, radius: subject.faceWidth * 0.6)
    let share = HairShare(of: subject, matte, radius: wide)
    let natural = roots > 0 ? grownOut(in: subject)?.scaled(by: roots) : nil
    let (red, green, blue) = color.linear
    let dye = HairDye(
      color: SIMD3(red, green, blue), exposure: Float(exp2(brightness)), strength: Float(strength),
      hasNatural: natural != nil, hasFace: !subject.faces.isEmpty)
    let images =
      [hair.around, lock.around, hair.mask, share.tones, share.beside, share.brightest, head.around]
      + (natural.map { [$0] } ?? [])
    return subject.image.applying(dye, with: images).blended(over: subject.image, mask: hair.mask)
  }

  /// The crown's distance behind the face, as a fraction of the face's height: visible as far as the face is turned.
  private static let crownDepth = 0.5

  /// White about the crown of each head, black where hair hangs below the cheeks; nil if no face is known.
  private func grownOut(in subject: EffectSubject) -> Image? {
    let heads = subject.shapes(of: .all).map { face in
      // The crown of a face turned to the left is to its right. The mesh of a profile turns too little for this.
      let slant = atan2(face.down.x, face.down.y)
      let crown = subject.stored(
        face.place(
          face.center, across: Self.crownDepth * sin(face.yaw) * face.height, down: -0.75 * face.height,
          along: SIMD3(cos(slant), -sin(slant), 0)))
      return Image.color(.black).applying(
        .radialGradient(
          center: crown, radius0: 0.3 * face.height, radius1: 1.05 * face.height, color0: .white, color1: .black))
    }
    return heads.isEmpty ? nil : Image.union(of: heads, in: PixelRect(subject.size))
  }
}

extension Effect where Self == HairColor {
  /// Dye the hair in any colour; strands and highlights are kept.
  public static func hairColor(
    _ color: Color = HairColor.color.defaultValue, strength: Double = HairColor.strength.defaultValue,
    brightness: Double = HairColor.brightness.defaultValue, roots: Double = HairColor.roots.defaultValue
  ) -> HairColor {
    HairColor(color: color, strength: strength, brightness: brightness, roots: roots)
  }
}
