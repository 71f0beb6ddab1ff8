/// Linear colours as CIE L*a*b*: red holds L (0...100), green a and blue b (-128...128), or each brought to 0...1.
/// Relative to sRGB's white (D65), so that grays have a = b = 0. On colours that are not premultiplied; alpha stays.
///
/// As in Core Image's documentation of `CIConvertRGBtoLab`.
public struct ConvertRGBtoLab: Filter {
  /// Whether L, a and b are brought to 0...1. Default false.
  public var normalize: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<ConvertRGBtoLab>(
    "convertRGBtoLab", coreImageName: "CIConvertRGBtoLab", .colorEffect, "Colours as CIE L*a*b*.",
    law: """
      Linear colours as CIE L*a*b*: red holds L (0...100), green a and blue b (-128...128), or each brought to \
      0...1. Relative to sRGB's white (D65), so that grays have a = b = 0. On colours that are not premultiplied; \
      alpha stays.
      """,
    parameters: [
      .boolean("normalize", \.normalize, "Whether L, a and b are brought to 0...1.")
    ],
    make: { ConvertRGBtoLab() })

  public func output(for input: Image) -> Image {
    input.applying(Kernel(normalizes: normalize))
  }

  private struct Kernel: PixelKernel {
    let normalizes: Bool
    var name: String { "convertRGBtoLab" }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let lab = Lab.lab(ofLinear: SIMD3(pixel.x, pixel.y, pixel.z))
      if normalizes { return SIMD4(lab.x / 100, (lab.y + 128) / 256, (lab.z + 128) / 256, pixel.w) }
      return SIMD4(lab, pixel.w)
    }
  }
}
