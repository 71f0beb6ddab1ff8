import FilterGraph
import Imaging

/// Makes faces unrecognisable: every face that was found, with a generous margin, whatever its size and turn.
public struct HideFaces: Effect {
  public static let name = "hide-faces"
  public static let summary = "Blur, pixellate or paint over faces so that nobody can be recognised."
  /// blur, pixellate, or fill with a colour. Default blur.
  public static let method = ChoiceParameter(
    "method", default: ConcealmentMethod.blur, "blur, pixellate, or fill with a colour.")
  /// Colour that faces are filled with. Default #333338.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.2, green: 0.2, blue: 0.22), "Colour that faces are filled with.")
  /// Size of the hidden area, as a multiple of the face's size. From 1 to 3, default 1.3.
  public static let margin = NumberParameter(
    "margin", default: 1.3, in: 1...3, "Size of the hidden area, as a multiple of the face's size.")
  /// Strength of the blur (4 pixels or more) or of the paint; below 1 faces may be recognised. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1,
    "Strength of the blur (4 pixels or more) or of the paint; below 1 faces may be recognised.")
  public static let parameters: [EffectParameter] = [
    .choice(method.erased), .color(color), .number(margin), .number(strength), .faces(.onlyFace),
  ]
  public static let mattes: Set<MatteKind> = []
  public static let requirement = EffectRequirement.faces
  public static let requiresAllFaces = true
  public static let hidesOriginal = true

  /// blur, pixellate, or fill with a colour. Default blur.
  public var method: ConcealmentMethod
  /// Colour that faces are filled with. Default #333338.
  public var color: Color
  /// Size of the hidden area, as a multiple of the face's size. From 1 to 3, default 1.3.
  public var margin: Double
  /// Strength of the blur (4 pixels or more) or of the paint; below 1 faces may be recognised. From 0 to 1, default 1.
  public var strength: Double
  /// Numbers of the faces to change, as `mattetool faces` lists them. Default all.
  public var onlyFaces: FaceSelection

  public init(
    method: ConcealmentMethod = Self.method.defaultValue, color: Color = Self.color.defaultValue,
    margin: Double = Self.margin.defaultValue, strength: Double = Self.strength.defaultValue,
    onlyFaces: FaceSelection = .all
  ) {
    self.method = method
    self.color = color
    self.margin = margin
    self.strength = strength
    self.onlyFaces = onlyFaces
  }

  public init(settings: EffectSettings) {
    self.init(
      method: settings[Self.method], color: settings[Self.color], margin: settings[Self.margin],
      strength: settings[Self.strength], onlyFaces: settings[.onlyFace])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    // The largest last: where two overlap the coarser one is visible.
    subject.shapes(of: onlyFaces).sorted { $0.seenWidth < $1.seenWidth }.reduce(subject.image) { below, face in
      hide(face, over: below, subject)
    }
  }

  private func hide(_ face: FaceShape, over below: Image, _ subject: EffectSubject) -> Image {
    let measure = max(face.width, face.height)
    let blur = Concealment.Blur(
      radius: 0.16 * measure * strength.squareRoot(), reach: measure / 2, softness: face.seenWidth * 0.04)
    // Transparent parts stay transparent.
    return Concealment(
      method: method, color: color, strength: strength, outline: face.ellipse(margin: margin).map(subject.stored),
      blur: blur, cell: measure / 7
    ).image(over: below, alpha: subject.image, in: subject)
  }
}

extension HideFaces: MatteHiding {
  package static let hideableMattes = MatteKind.outlines

  /// A matte in which hidden faces belong entirely to the person, and not to hair or sky.
  package func hidden(_ matte: Matte, in subject: EffectSubject) -> Image {
    let area = PixelRect(matte.pixels.size)
    let filling = Image.color(matte.kind == .portrait ? .white : .black).cropped(to: area)
    return subject.shapes(of: onlyFaces).reduce(Image(matte.pixels)) { below, face in
      let outline = face.ellipse(margin: margin).map { subject.stored($0, scaledTo: area) }
      let mask = AreaMask.image([outline], in: area, softness: 0.7)
      guard mask.extent.rect?.intersection(area).isEmpty == false else { return below }
      return filling.blended(over: below, mask: mask)
    }
  }
}

extension Effect where Self == HideFaces {
  /// Blur, pixellate or paint over faces so that nobody can be recognised.
  public static func hideFaces(
    by method: ConcealmentMethod = .blur, color: Color = HideFaces.color.defaultValue,
    margin: Double = HideFaces.margin.defaultValue, strength: Double = HideFaces.strength.defaultValue,
    onlyFaces: FaceSelection = .all
  ) -> HideFaces {
    HideFaces(method: method, color: color, margin: margin, strength: strength, onlyFaces: onlyFaces)
  }
}
