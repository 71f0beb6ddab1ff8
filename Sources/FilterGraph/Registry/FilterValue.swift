import Imaging

/// A type-erased parameter value, as in recipes and on the command line.
public enum FilterValue: Sendable, Hashable {
  /// A number.
  case number(Double)
  /// Yes or no.
  case boolean(Bool)
  /// A string, such as a text to draw or the name of a font.
  case text(String)
  /// Some numbers: red, green, blue, alpha; a row of a matrix; the weights of a kernel.
  case vector([Double])
  /// A table of samples: a colour cube, a curve.
  case data([Float])
  /// A colour.
  case color(Color)
  /// A place, in pixels.
  case point(Point)
  /// A rectangle, in pixels.
  case rect(PixelRect)
  /// An affine transform.
  case transform(AffineTransform2D)
  /// A colour space.
  case colorSpace(ColorSpace)
  /// A further image.
  case image(Image)

  /// Parses a string such as `0.5`, `true`, `1 0 0 0`, `#ff8000`, `10,20`, `displayP3`; nil if it is not a value of
  /// that type. Numbers of a list are separated by spaces or commas. Images cannot be parsed.
  public init?(_ text: String, as type: FilterParameterType) {
    switch type {
    case .text: self = .text(text)
    case .boolean:
      guard let value = Bool(text) else { return nil }
      self = .boolean(value)
    case .color:
      guard let color = Color(css: text) else { return nil }
      self = .color(color)
    case .colorSpace:
      guard let space = FilterValue.colorSpaces.first(where: { $0.name == text })?.space else { return nil }
      self = .colorSpace(space)
    case .image: return nil
    default:
      let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
      let values = numbers.compactMap { $0 }
      guard values.count == numbers.count else { return nil }
      self.init(numbers: values, as: type)
    }
  }

  /// A value of a type written as numbers; nil if their count does not match.
  init?(numbers values: [Double], as type: FilterParameterType) {
    guard values.allSatisfy(\.isFinite) else { return nil }
    switch (type, values.count) {
    case (.number, 1): self = .number(values[0])
    case (.vector, 1...): self = .vector(values)
    case (.data, 1...): self = .data(values.map { Float($0) })
    case (.point, 2): self = .point(Point(x: values[0], y: values[1]))
    case (.rect, 4):
      let whole = values.compactMap { Int(exactly: $0) }.filter { abs($0) < 1 << 30 }
      guard whole.count == 4 else { return nil }
      self = .rect(PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3]))
    case (.transform, 6):
      self = .transform(
        AffineTransform2D(
          a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5]))
    case (.color, 3...4):
      self = .color(
        Color(red: values[0], green: values[1], blue: values[2], alpha: values.count > 3 ? values[3] : 1))
    default: return nil
    }
  }

  /// The colour spaces that have a name.
  static let colorSpaces: [(name: String, space: ColorSpace)] = [
    ("sRGB", .sRGB), ("displayP3", .displayP3), ("adobeRGB", .adobeRGB), ("extendedLinearSRGB", .extendedLinearSRGB),
  ]

  /// The type of the value.
  public var type: FilterParameterType {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .text: .text
    case .vector: .vector
    case .data: .data
    case .color: .color
    case .point: .point
    case .rect: .rect
    case .transform: .transform
    case .colorSpace: .colorSpace
    case .image: .image
    }
  }

  /// The numbers of a value that consists of them.
  private var numbers: [Double] {
    switch self {
    case .number(let number): [number]
    case .vector(let numbers): numbers
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .point(let point): [point.x, point.y]
    case .transform(let map): [map.a, map.b, map.c, map.d, map.tx, map.ty]
    default: []
    }
  }

  /// Numbers of a larger magnitude count as infinite: places and sizes could no longer be pixel coordinates.
  static let greatestNumber = 1e12

  /// Whether no number in the value is NaN, infinite or beyond the limit. Tables are not checked.
  var isFinite: Bool {
    if case .rect(let rect) = self {
      let limit = Int(FilterValue.greatestNumber)
      return [rect.x, rect.y].allSatisfy { -limit <= $0 && $0 <= limit } && rect.width <= 2 * limit
        && rect.height <= 2 * limit
    }
    return numbers.allSatisfy { abs($0) <= FilterValue.greatestNumber }
  }

  /// The value as on a command line; nil for images and tables.
  public var plainText: String? {
    switch self {
    case .boolean(let value): "\(value)"
    case .text(let text): text
    case .color(let color): "\(color)"
    case .rect(let rect): "\(rect.x) \(rect.y) \(rect.width) \(rect.height)"
    case .colorSpace(let space): FilterValue.colorSpaces.first { $0.space == space }?.name
    case .image, .data: nil
    default: numbers.map(\.plain).joined(separator: " ")
    }
  }
}
