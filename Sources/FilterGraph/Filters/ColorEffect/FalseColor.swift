import Imaging

/// The luminance (0.2126, 0.7152, 0.0722, linear) on a straight line from one colour at black to another at white,
/// going on beyond both. Alpha is multiplied by the colours' own, mixed alike.
///
/// As in Core Image's documentation of `CIFalseColor`.
public struct FalseColor: Filter {
  /// What black becomes. Default #4d0000.
  public var color0: Color = Color(red: 0.3, green: 0, blue: 0)
  /// What white becomes. Default #ffe6cc.
  public var color1: Color = Color(red: 1, green: 0.9, blue: 0.8)

  init() {}

  public static let declaration = FilterDeclaration<FalseColor>(
    "falseColor", coreImageName: "CIFalseColor", .colorEffect, "The luminance as a ramp of two colours.",
    law: """
      The luminance (0.2126, 0.7152, 0.0722, linear) on a straight line from one colour at black to another at \
      white, going on beyond both. Alpha is multiplied by the colours' own, mixed alike.
      """,
    parameters: [
      .color("color0", \.color0, "What black becomes."),
      .color("color1", \.color1, "What white becomes."),
    ],
    make: { FalseColor() })

  public func output(for input: Image) -> Image {
    input.applying(Kernel(color0, color1))
  }

  private struct Kernel: PixelKernel {
    private let low: SIMD4<Float>
    private let high: SIMD4<Float>
    let changesAlpha: Bool

    init(_ first: Color, _ second: Color) {
      low = SIMD4(first.linear.red, first.linear.green, first.linear.blue, Float(first.alpha))
      high = SIMD4(second.linear.red, second.linear.green, second.linear.blue, Float(second.alpha))
      changesAlpha = low.w != 1 || high.w != 1
    }

    var name: String { "falseColor" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let light = Luminance.of(pixel.x, pixel.y, pixel.z)
      var color = low * (1 - light) + high * light
      color.w = color.w.clamped(to: 0...1) * pixel.w
      return color
    }
  }
}
