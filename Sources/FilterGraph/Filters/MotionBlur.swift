import Glibc

/// The mean along a line through each pixel, as of a camera that moved (`CIMotionBlur`): `2 radius + 1` pixels long.
/// Beyond the edge the picture is transparent; for a blur without a dark rim apply it to `clampedToExtent()` and crop.
/// The radius is held to 500.
public struct MotionBlur: Filter {
  /// How far the line reaches to either side. In pixels, at least 0, default 20.
  public var radius: Double
  /// The direction of the line; 0 is across, above 0 turns clockwise (y down). In radians, default 0.
  public var angle: Double

  public init(radius: Double = 20, angle: Double = 0) {
    self.radius = radius
    self.angle = angle
  }

  public static let declaration = FilterDeclaration<MotionBlur>(
    "motionBlur", coreImageName: "CIMotionBlur", .blur, "The mean along a line, as of a camera that moved.",
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "How far the line reaches to either side."),
      .number(
        "angle", \.angle, unit: .radians, "The direction of the line; 0 is across, above 0 turns clockwise (y down)."),
    ],
    make: { MotionBlur() })

  public func output(for input: Image) -> Image {
    let reach = min(radius, 500)
    guard reach > 0, !input.extent.isEmpty else { return input }
    let keepsOpaque = input.isOpaque && input.extent.isInfinite
    return Image(ConvolveOperation("motionBlur", taps: Self.taps(reach, angle), keepsOpaque: keepsOpaque), input)
  }

  /// The samples along the line, a pixel apart and those at the ends with what is left of a pixel, shared between the
  /// pixels that they lie between.
  private static func taps(_ reach: Double, _ angle: Double) -> [ConvolveOperation.Tap] {
    let whole = Int(reach.rounded(.up))
    var fractions: [SIMD2<Int>: Double] = [:]
    for step in -whole...whole {
      let weight = min(max(reach + 1 - Double(abs(step)), 0), 1)
      // A hair of rounding must not spread a line along the pixels over two rows.
      let x = (Double(step) * cos(angle) * 0x1p20).rounded() * 0x1p-20
      let y = (Double(step) * sin(angle) * 0x1p20).rounded() * 0x1p-20
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (fx, fy) = (x - left, y - top)
      for (dx, dy, fraction) in [
        (0, 0, (1 - fx) * (1 - fy)), (1, 0, fx * (1 - fy)), (0, 1, (1 - fx) * fy), (1, 1, fx * fy),
      ]
      where fraction > 0 {
        fractions[SIMD2(Int(left) + dx, Int(top) + dy), default: 0] += fraction * weight
      }
    }
    let sum = fractions.values.reduce(0, +)
    return fractions.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
      .map { ConvolveOperation.Tap(dx: $0.key.x, dy: $0.key.y, weight: Float($0.value / sum)) }
  }
}

extension Filter where Self == MotionBlur {
  /// The mean along a line, as of a camera that moved.
  public static func motionBlur(radius: Double = 20, angle: Double = 0) -> MotionBlur {
    MotionBlur(radius: radius, angle: angle)
  }
}
