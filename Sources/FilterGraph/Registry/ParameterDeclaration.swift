import Imaging

/// A parameter tied to the property of a filter that holds it.
public struct ParameterDeclaration<Target: Filter>: Sendable {
  let key: String
  let coreImageKey: String
  let type: FilterParameterType
  let isRequired: Bool
  let contextualDefault: String?
  let range: ClosedRange<Double>?
  let count: Int?
  let unit: FilterParameter.Unit
  let help: String
  /// nil where the value depends on the image.
  let get: @Sendable (Target) -> FilterValue?
  /// false if the value is of another type.
  let set: @Sendable (inout Target, FilterValue) -> Bool

  init(
    _ key: String, coreImageKey: String? = nil, _ type: FilterParameterType, isRequired: Bool = false,
    contextualDefault: String? = nil, range: ClosedRange<Double>? = nil, count: Int? = nil,
    unit: FilterParameter.Unit = .scalar, _ help: String, get: @escaping @Sendable (Target) -> FilterValue?,
    set: @escaping @Sendable (inout Target, FilterValue) -> Bool
  ) {
    self.key = key
    self.coreImageKey = coreImageKey ?? "input" + key.prefix(1).uppercased() + key.dropFirst()
    self.type = type
    self.isRequired = isRequired
    self.contextualDefault = contextualDefault
    self.range = range
    self.count = count
    self.unit = unit
    self.help = help
    self.get = get
    self.set = set
  }

  /// - Parameters:
  ///   - coreImageKey: Core Image's key where it is not `input` and the key with a capital.
  ///   - range: an infinite end is open: `0 ... .infinity`.
  ///   - isRequired: whether it must be given.
  public static func number(
    _ key: String, coreImageKey: String? = nil, _ path: any WritableKeyPath<Target, Double> & Sendable,
    in range: ClosedRange<Double>? = nil, isRequired: Bool = false, unit: FilterParameter.Unit = .scalar, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, coreImageKey: coreImageKey, .number, isRequired: isRequired, range: range, unit: unit, help,
      get: { .number($0[keyPath: path]) },
      set: { target, value in
        guard case .number(let number) = value else { return false }
        target[keyPath: path] = number
        return true
      })
  }

  /// A whole number; what is given is rounded.
  public static func count(
    _ key: String, _ path: any WritableKeyPath<Target, Int> & Sendable, in range: ClosedRange<Double>? = nil,
    unit: FilterParameter.Unit = .scalar, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .number, range: range, unit: unit, help, get: { .number(Double($0[keyPath: path])) },
      set: { target, value in
        guard case .number(let number) = value, let whole = Int(exactly: number.rounded().clamped(to: -1e9...1e9))
        else {
          return false
        }
        target[keyPath: path] = whole
        return true
      })
  }

  /// Yes or no.
  public static func boolean(
    _ key: String, _ path: any WritableKeyPath<Target, Bool> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .boolean, help, get: { .boolean($0[keyPath: path]) },
      set: { target, value in
        guard case .boolean(let flag) = value else { return false }
        target[keyPath: path] = flag
        return true
      })
  }

  /// Words.
  ///
  /// - Parameter isRequired: whether they must be given.
  public static func text(
    _ key: String, _ path: any WritableKeyPath<Target, String> & Sendable, isRequired: Bool = false, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .text, isRequired: isRequired, help, get: { .text($0[keyPath: path]) },
      set: { target, value in
        guard case .text(let text) = value else { return false }
        target[keyPath: path] = text
        return true
      })
  }

  /// Four numbers.
  public static func vector(
    _ key: String, _ path: any WritableKeyPath<Target, SIMD4<Double>> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .vector, count: 4, help, get: { .vector((0..<4).map { [vector = $0[keyPath: path]] in vector[$0] }) },
      set: { target, value in
        guard case .vector(let numbers) = value, numbers.count == 4 else { return false }
        target[keyPath: path] = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        return true
      })
  }

  /// As many numbers as `count` says.
  public static func vector(
    _ key: String, _ path: any WritableKeyPath<Target, [Double]> & Sendable, count: Int, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .vector, count: count, help, get: { .vector($0[keyPath: path]) },
      set: { target, value in
        guard case .vector(let numbers) = value else { return false }
        target[keyPath: path] = numbers
        return true
      })
  }

  /// A table of samples, which must be given.
  public static func data(
    _ key: String, _ path: any WritableKeyPath<Target, [Float]> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .data, isRequired: true, help, get: { .data($0[keyPath: path]) },
      set: { target, value in
        guard case .data(let samples) = value else { return false }
        target[keyPath: path] = samples
        return true
      })
  }

  /// A colour.
  public static func color(
    _ key: String, _ path: any WritableKeyPath<Target, Color> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .color, help, get: { .color($0[keyPath: path]) },
      set: { target, value in
        guard case .color(let color) = value else { return false }
        target[keyPath: path] = color
        return true
      })
  }

  /// A place that does not depend on the image.
  public static func point(
    _ key: String, _ path: any WritableKeyPath<Target, Point> & Sendable, unit: FilterParameter.Unit = .pixels,
    _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .point, unit: unit, help, get: { .point($0[keyPath: path]) },
      set: { target, value in
        guard case .point(let point) = value else { return false }
        target[keyPath: path] = point
        return true
      })
  }

  /// A place that depends on the image where it is not given.
  public static func point(
    _ key: String, _ path: any WritableKeyPath<Target, Point?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .point, contextualDefault: words, unit: .pixels, help,
      get: { target in target[keyPath: path].map { .point($0) } },
      set: { target, value in
        guard case .point(let point) = value else { return false }
        target[keyPath: path] = point
        return true
      })
  }

  /// A rectangle that does not depend on the image, in pixels.
  public static func rect(
    _ key: String, _ path: any WritableKeyPath<Target, PixelRect> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .rect, unit: .pixels, help, get: { .rect($0[keyPath: path]) },
      set: { target, value in
        guard case .rect(let rect) = value else { return false }
        target[keyPath: path] = rect
        return true
      })
  }

  /// A rectangle that depends on the image where it is not given.
  public static func rect(
    _ key: String, _ path: any WritableKeyPath<Target, PixelRect?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .rect, contextualDefault: words, unit: .pixels, help,
      get: { target in target[keyPath: path].map { .rect($0) } },
      set: { target, value in
        guard case .rect(let rect) = value else { return false }
        target[keyPath: path] = rect
        return true
      })
  }

  /// An affine transform, in pixels.
  public static func transform(
    _ key: String, _ path: any WritableKeyPath<Target, AffineTransform> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .transform, help, get: { .transform($0[keyPath: path]) },
      set: { target, value in
        guard case .transform(let transform) = value else { return false }
        target[keyPath: path] = transform
        return true
      })
  }

  /// A colour space; the working space where none is given.
  public static func colorSpace(
    _ key: String, _ path: any WritableKeyPath<Target, ColorSpace> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .colorSpace, help, get: { .colorSpace($0[keyPath: path]) },
      set: { target, value in
        guard case .colorSpace(let space) = value else { return false }
        target[keyPath: path] = space
        return true
      })
  }

  /// A further image, which must be given.
  public static func image(
    _ key: String, _ path: any WritableKeyPath<Target, Image> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .image, isRequired: true, help, get: { .image($0[keyPath: path]) },
      set: { target, value in
        guard case .image(let image) = value else { return false }
        target[keyPath: path] = image
        return true
      })
  }

  /// A further image that may be left out.
  public static func image(
    _ key: String, _ path: any WritableKeyPath<Target, Image?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .image, contextualDefault: words, help, get: { target in target[keyPath: path].map { .image($0) } },
      set: { target, value in
        guard case .image(let image) = value else { return false }
        target[keyPath: path] = image
        return true
      })
  }
}
