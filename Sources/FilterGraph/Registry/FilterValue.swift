import Imaging

/// A parameter's value with its type erased, as recipes and the command line give it.
public enum FilterValue: Sendable, Hashable {
  case number(Double)
  /// Four numbers: red, green, blue, alpha, or a row of a matrix.
  case vector([Double])
  case color(Color)
  case point(Point)
  case rect(PixelRect)
  case transform(AffineTransform)
  case image(Image)

  /// Reads a text such as `0.5`, `1 0 0 0`, `#ff8000`, `10,20`; nil if it is no value of that type. Numbers of a
  /// list are separated by spaces or commas. Images cannot be read from texts.
  public init?(_ text: String, as type: FilterParameterType) {
    let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
    let values = numbers.compactMap { $0 }
    guard type == .color || (values.count == numbers.count && values.allSatisfy(\.isFinite)) else { return nil }
    switch (type, values.count) {
    case (.number, 1): self = .number(values[0])
    case (.vector, 4): self = .vector(values)
    case (.point, 2): self = .point(Point(x: values[0], y: values[1]))
    case (.rect, 4):
      let whole = values.compactMap { Int(exactly: $0) }.filter { abs($0) < 1 << 30 }
      guard whole.count == 4 else { return nil }
      self = .rect(PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3]))
    case (.transform, 6):
      self = .transform(
        AffineTransform(
          a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5]))
    case (.color, _):
      guard let color = Color(css: text) else { return nil }
      self = .color(color)
    default: return nil
    }
  }

  public var type: FilterParameterType {
    switch self {
    case .number: .number
    case .vector: .vector
    case .color: .color
    case .point: .point
    case .rect: .rect
    case .transform: .transform
    case .image: .image
    }
  }
}

/// The type of a filter's parameter.
public enum FilterParameterType: String, Sendable, Hashable, CaseIterable {
  case number, vector, color, point, rect, transform, image
}
