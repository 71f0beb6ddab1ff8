import FilterGraph
import Imaging

/// Makes bar codes and QR codes unreadable: the quadrilateral of every code that was found, with a margin.
public struct HideCodes: Effect {
  public static let name = "hide-codes"
  public static let summary = "Paint, pixellate or blur bar codes and QR codes over so that none can be read."
  /// blur, pixellate, or fill with a colour. Default fill.
  public static let method = ChoiceParameter(
    "method", default: ConcealmentMethod.fill, "blur, pixellate, or fill with a colour.")
  /// Colour that codes are filled with. Default #333338.
  public static let color = ColorParameter(
    "color", default: Color(red: 0.2, green: 0.2, blue: 0.22), "Colour that codes are filled with.")
  /// Size of the hidden area, as a multiple of the code's size. From 1 to 2, default 1.15.
  public static let margin = NumberParameter(
    "margin", default: 1.15, in: 1...2, "Size of the hidden area, as a multiple of the code's size.")
  /// Strength of the blur, or opacity of what is painted; below 1 codes may be read. From 0 to 1, default 1.
  public static let strength = NumberParameter(
    "strength", default: 1, in: 0...1,
    "Strength of the blur, or opacity of what is painted; below 1 codes may be read.")
  public static let parameters: [EffectParameter] = [
    .choice(method.erased), .color(color), .number(margin), .number(strength),
  ]
  public static let mattes: Set<MatteKind> = []
  public static let requirement = EffectRequirement.codes
  public static let usesFaces = false
  public static let hidesOriginal = true

  /// blur, pixellate, or fill with a colour. Default fill.
  public var method: ConcealmentMethod
  /// Colour that codes are filled with. Default #333338.
  public var color: Color
  /// Size of the hidden area, as a multiple of the code's size. From 1 to 2, default 1.15.
  public var margin: Double
  /// Strength of the blur, or opacity of what is painted; below 1 codes may be read. From 0 to 1, default 1.
  public var strength: Double

  public init(
    method: ConcealmentMethod = Self.method.defaultValue, color: Color = Self.color.defaultValue,
    margin: Double = Self.margin.defaultValue, strength: Double = Self.strength.defaultValue
  ) {
    self.method = method
    self.color = color
    self.margin = margin
    self.strength = strength
  }

  public init(settings: EffectSettings) {
    self.init(
      method: settings[Self.method], color: settings[Self.color], margin: settings[Self.margin],
      strength: settings[Self.strength])
  }

  public func recipe(for subject: EffectSubject) -> Image {
    subject.codes.reduce(subject.image) { below, code in hide(code, over: below, subject) }
  }

  private func hide(_ code: MachineReadableCode, over below: Image, _ subject: EffectSubject) -> Image {
    let corners = Self.corners(of: code, in: subject)
    let sides = corners.indices.map { index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    let (shortest, longest) = (sides.min() ?? 0, sides.max() ?? 0)
    // Wider than the widest bar, which is a tenth of a code at most.
    let blur = Concealment.Blur(radius: 0.3 * longest * strength, reach: longest, softness: max(0.7, 0.02 * longest))
    // Transparent parts stay transparent, except in the code itself, whose modules may be holes.
    let alpha = evenAlpha(of: subject.image, within: corners.map(subject.stored), in: PixelRect(subject.size))
    return Concealment(
      method: method, color: color, strength: strength, outline: outline(of: corners).map(subject.stored), blur: blur,
      cell: 0.34 * max(shortest, longest / 3)
    ).image(over: below, alpha: alpha, in: subject)
  }

  /// A picture whose alpha within an outline is constant, at its maximum there.
  private func evenAlpha(of picture: Image, within outline: [Point], in area: PixelRect) -> Image {
    if picture.isOpaque { return picture }
    let mask = AreaMask.image([Self.outset(outline, by: 1, and: 2)], in: area)
    guard let box = mask.extent.rect?.intersection(area), !box.isEmpty else { return picture }
    return picture.applying(.areaMaximum(extent: box)).clampedToExtent().blended(over: picture, mask: mask)
  }

  /// The corners of a code, in pixels of the upright picture.
  private static func corners(of code: MachineReadableCode, in subject: EffectSubject) -> [Point] {
    let size = subject.uprightSize
    return code.corners.map { Point(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
  }

  /// The outline of the hidden area: two pixels beyond the margin, because a corner may be off by one.
  private func outline(of corners: [Point]) -> [Point] { Self.outset(corners, by: margin, and: 2) }

  /// A quadrilateral that is `factor` times as large, and whose corners are `pixels` further out.
  private static func outset(_ corners: [Point], by factor: Double, and pixels: Double) -> [Point] {
    let count = Double(max(1, corners.count))
    let (x, y) = (corners.map(\.x).reduce(0, +) / count, corners.map(\.y).reduce(0, +) / count)
    return corners.map { corner in
      let (dx, dy) = (corner.x - x, corner.y - y)
      let length = (dx * dx + dy * dy).squareRoot()
      let scale = length > 0 ? factor + pixels * 2.0.squareRoot() / length : factor
      return Point(x: x + dx * scale, y: y + dy * scale)
    }
  }
}

extension HideCodes: MatteHiding {
  package static let hideableMattes = Set(MatteKind.allCases)

  /// A matte that is constant where codes are hidden, at the density that it had there.
  package func hidden(_ matte: Matte, in subject: EffectSubject) -> Image {
    let area = PixelRect(matte.pixels.size)
    let source = Image(matte.pixels)
    return subject.codes.reduce(source) { below, code in
      let outline = outline(of: Self.corners(of: code, in: subject)).map { subject.stored($0, scaledTo: area) }
      let mask = AreaMask.image([outline], in: area, softness: 0.7)
      guard let box = mask.extent.rect?.intersection(area), !box.isEmpty else { return below }
      return Mosaic(cell: max(box.width, box.height), over: box).image(of: source, in: area)
        .blended(over: below, mask: mask)
    }
  }
}

extension Effect where Self == HideCodes {
  /// Paint, pixellate or blur bar codes and QR codes over so that none can be read.
  public static func hideCodes(
    by method: ConcealmentMethod = .fill, color: Color = HideCodes.color.defaultValue,
    margin: Double = HideCodes.margin.defaultValue, strength: Double = HideCodes.strength.defaultValue
  ) -> HideCodes {
    HideCodes(method: method, color: color, margin: margin, strength: strength)
  }
}
