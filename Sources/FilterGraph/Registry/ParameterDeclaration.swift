import Imaging

/// A parameter bound to the property of a filter.
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
  /// nil if the value depends on the image.
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

  /// A parameter that is the value of a property.
  ///
  /// - Parameters:
  ///   - wrap: the parameter's value; nil if it depends on the image.
  ///   - unwrap: the property's value; nil for a value of another type.
  private init<Value>(
    _ key: String, coreImageKey: String? = nil, _ type: FilterParameterType,
    _ path: any WritableKeyPath<Target, Value> & Sendable, isRequired: Bool = false, default words: String? = nil,
    in range: ClosedRange<Double>? = nil, count: Int? = nil, unit: FilterParameter.Unit = .scalar, _ help: String,
    wrap: @escaping @Sendable (Value) -> FilterValue?, unwrap: @escaping @Sendable (FilterValue) -> Value?
  ) {
    self.init(
      key, coreImageKey: coreImageKey, type, isRequired: isRequired, contextualDefault: words, range: range,
      count: count, unit: unit, help, get: { wrap($0[keyPath: path]) },
      set: { target, value in
        guard let property = unwrap(value) else { return false }
        target[keyPath: path] = property
        return true
      })
  }

  /// - Parameters:
  ///   - coreImageKey: Core Image's key if it is not `input` and the capitalized key.
  ///   - range: an infinite end is open: `0 ... .infinity`.
  ///   - isRequired: whether it must be given.
  public static func number(
    _ key: String, coreImageKey: String? = nil, _ path: any WritableKeyPath<Target, Double> & Sendable,
    in range: ClosedRange<Double>? = nil, isRequired: Bool = false, unit: FilterParameter.Unit = .scalar, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, coreImageKey: coreImageKey, .number, path, isRequired: isRequired, in: range, unit: unit, help,
      wrap: { .number($0) }, unwrap: { if case .number(let number) = $0 { number } else { nil } })
  }

  /// An integer; values are rounded.
  public static func count(
    _ key: String, _ path: any WritableKeyPath<Target, Int> & Sendable, in range: ClosedRange<Double>? = nil,
    unit: FilterParameter.Unit = .scalar, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .number, path, in: range, unit: unit, help, wrap: { .number(Double($0)) },
      unwrap: { value in
        guard case .number(let number) = value else { return nil }
        return Int(exactly: number.rounded().clamped(to: -1e9...1e9))
      })
  }

  /// Yes or no.
  public static func boolean(
    _ key: String, _ path: any WritableKeyPath<Target, Bool> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .boolean, path, help, wrap: { .boolean($0) },
      unwrap: { if case .boolean(let flag) = $0 { flag } else { nil } })
  }

  /// A string parameter.
  ///
  /// - Parameter isRequired: whether the parameter must be given.
  public static func text(
    _ key: String, _ path: any WritableKeyPath<Target, String> & Sendable, isRequired: Bool = false, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .text, path, isRequired: isRequired, help, wrap: { .text($0) },
      unwrap: { if case .text(let text) = $0 { text } else { nil } })
  }

  /// Four numbers.
  public static func vector(
    _ key: String, _ path: any WritableKeyPath<Target, SIMD4<Double>> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .vector, path, count: 4, help, wrap: { vector in .vector((0..<4).map { vector[$0] }) },
      unwrap: { if case .vector(let numbers) = $0, numbers.count == 4 { SIMD4(numbers) } else { nil } })
  }

  /// A vector of `count` numbers.
  public static func vector(
    _ key: String, _ path: any WritableKeyPath<Target, [Double]> & Sendable, count: Int, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .vector, path, count: count, help, wrap: { .vector($0) },
      unwrap: { if case .vector(let numbers) = $0 { numbers } else { nil } })
  }

  /// A table of samples, which must be given.
  public static func data(
    _ key: String, _ path: any WritableKeyPath<Target, [Float]> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .data, path, isRequired: true, help, wrap: { .data($0) },
      unwrap: { if case .data(let samples) = $0 { samples } else { nil } })
  }

  /// A colour.
  public static func color(
    _ key: String, _ path: any WritableKeyPath<Target, Color> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .color, path, help, wrap: { .color($0) },
      unwrap: { if case .color(let color) = $0 { color } else { nil } })
  }

  /// A place that does not depend on the image.
  public static func point(
    _ key: String, _ path: any WritableKeyPath<Target, Point> & Sendable, unit: FilterParameter.Unit = .pixels,
    _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .point, path, unit: unit, help, wrap: { .point($0) },
      unwrap: { if case .point(let point) = $0 { point } else { nil } })
  }

  /// A position whose default depends on the image.
  public static func point(
    _ key: String, _ path: any WritableKeyPath<Target, Point?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .point, path, default: words, unit: .pixels, help, wrap: { $0.map { .point($0) } },
      unwrap: { if case .point(let point) = $0 { point } else { nil } })
  }

  /// A rectangle that does not depend on the image, in pixels.
  public static func rect(
    _ key: String, _ path: any WritableKeyPath<Target, PixelRect> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .rect, path, unit: .pixels, help, wrap: { .rect($0) },
      unwrap: { if case .rect(let rect) = $0 { rect } else { nil } })
  }

  /// A rectangle whose default depends on the image.
  public static func rect(
    _ key: String, _ path: any WritableKeyPath<Target, PixelRect?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .rect, path, default: words, unit: .pixels, help, wrap: { $0.map { .rect($0) } },
      unwrap: { if case .rect(let rect) = $0 { rect } else { nil } })
  }

  /// An affine transform, in pixels.
  public static func transform(
    _ key: String, _ path: any WritableKeyPath<Target, AffineTransform2D> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .transform, path, help, wrap: { .transform($0) },
      unwrap: { if case .transform(let transform) = $0 { transform } else { nil } })
  }

  /// A colour space; the working space by default.
  public static func colorSpace(
    _ key: String, _ path: any WritableKeyPath<Target, ColorSpace> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .colorSpace, path, help, wrap: { .colorSpace($0) },
      unwrap: { if case .colorSpace(let space) = $0 { space } else { nil } })
  }

  /// A further image, which must be given.
  public static func image(
    _ key: String, _ path: any WritableKeyPath<Target, Image> & Sendable, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .image, path, isRequired: true, help, wrap: { .image($0) },
      unwrap: { if case .image(let image) = $0 { image } else { nil } })
  }

  /// An optional additional image.
  public static func image(
    _ key: String, _ path: any WritableKeyPath<Target, Image?> & Sendable, default words: String, _ help: String
  ) -> ParameterDeclaration {
    ParameterDeclaration(
      key, .image, path, default: words, help, wrap: { $0.map { .image($0) } },
      unwrap: { if case .image(let image) = $0 { image } else { nil } })
  }
}
