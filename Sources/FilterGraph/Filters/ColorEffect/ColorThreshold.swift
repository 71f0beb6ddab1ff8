/// Each component 1 where it is above the threshold, else 0, on linear colours that are not premultiplied; alpha stays.
///
/// As in Core Image's documentation of `CIColorThreshold`.
public struct ColorThreshold: Filter {
  /// What a component must be above. Default 0.5.
  public var threshold: Double = 0.5

  init() {}

  public static let declaration = FilterDeclaration<ColorThreshold>(
    "colorThreshold", coreImageName: "CIColorThreshold", .colorEffect, "White or black, component by component.",
    law: """
      Each component 1 where it is above the threshold, else 0, on linear colours that are not premultiplied; alpha \
      stays.
      """,
    isHighDynamicRange: false,
    parameters: [
      .number("threshold", \.threshold, "What a component must be above.")
    ],
    make: { ColorThreshold() })

  public func output(for input: Image) -> Image {
    input.applying(Kernel(threshold: Float(threshold)))
  }

  private struct Kernel: PixelKernel {
    let threshold: Float
    var name: String { "colorThreshold(\(threshold))" }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      SIMD4<Float>(repeating: 0).replacing(with: 1, where: pixel .> threshold)
    }
  }
}
