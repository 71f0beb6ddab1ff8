import Imaging

/// A parameter tied to the property of a filter that holds it.
public struct ParameterDeclaration<Target: Filter>: Sendable {
  let key: String
  let type: FilterParameterType
  let isRequired: Bool
  let range: ClosedRange<Double>?
  let unit: FilterParameter.Unit
  let help: String
  let get: @Sendable (Target) -> FilterValue
  /// false if the value is of another type.
  let set: @Sendable (inout Target, FilterValue) -> Bool

  public static func number(
    _ key: String, _ path: any WritableKeyPath<Target, Double> & Sendable, in range: ClosedRange<Double>? = nil,
    unit: FilterParameter.Unit = .scalar, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .number, isRequired: false, range: range, unit: unit, help: help,
      get: { .number($0[keyPath: path]) },
      set: { target, value in
        guard case .number(let number) = value, number.isFinite else { return false }
        target[keyPath: path] = number
        return true
      })
  }

  /// Four numbers.
  public static func vector(
    _ key: String, _ path: any WritableKeyPath<Target, SIMD4<Double>> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .vector, isRequired: false, range: nil, unit: .scalar, help: help,
      get: { .vector((0..<4).map { [vector = $0[keyPath: path]] in vector[$0] }) },
      set: { target, value in
        guard case .vector(let numbers) = value, numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
          return false
        }
        target[keyPath: path] = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        return true
      })
  }

  public static func color(
    _ key: String, _ path: any WritableKeyPath<Target, Color> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .color, isRequired: false, range: nil, unit: .scalar, help: help,
      get: { .color($0[keyPath: path]) },
      set: { target, value in
        guard case .color(let color) = value else { return false }
        target[keyPath: path] = color
        return true
      })
  }

  public static func point(
    _ key: String, _ path: any WritableKeyPath<Target, Point> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .point, isRequired: false, range: nil, unit: .pixels, help: help,
      get: { .point($0[keyPath: path]) },
      set: { target, value in
        guard case .point(let point) = value else { return false }
        target[keyPath: path] = point
        return true
      })
  }

  public static func rect(
    _ key: String, _ path: any WritableKeyPath<Target, PixelRect> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .rect, isRequired: false, range: nil, unit: .pixels, help: help,
      get: { .rect($0[keyPath: path]) },
      set: { target, value in
        guard case .rect(let rect) = value else { return false }
        target[keyPath: path] = rect
        return true
      })
  }

  public static func transform(
    _ key: String, _ path: any WritableKeyPath<Target, AffineTransform> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .transform, isRequired: false, range: nil, unit: .scalar, help: help,
      get: { .transform($0[keyPath: path]) },
      set: { target, value in
        guard case .transform(let transform) = value else { return false }
        target[keyPath: path] = transform
        return true
      })
  }

  /// A further image, which must be given.
  public static func image(
    _ key: String, _ path: any WritableKeyPath<Target, Image> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key: key, type: .image, isRequired: true, range: nil, unit: .scalar, help: help,
      get: { .image($0[keyPath: path]) },
      set: { target, value in
        guard case .image(let image) = value else { return false }
        target[keyPath: path] = image
        return true
      })
  }
}
