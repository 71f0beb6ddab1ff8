/// CIE L*a*b* in red, green and blue as linear colours: the way back from `convertRGBtoLab`.
///
/// As in Core Image's documentation of `CIConvertLabToRGB`.
public struct ConvertLabToRGB: Filter {
  /// Whether L, a and b are brought to 0...1. Default false.
  public var normalize: Bool = false

  init() {}

  public static let declaration = FilterDeclaration<ConvertLabToRGB>(
    "convertLabToRGB", coreImageName: "CIConvertLabToRGB", .colorEffect, "CIE L*a*b* as colours.",
    law: """
      CIE L*a*b* in red, green and blue as linear colours: the way back from `convertRGBtoLab`.
      """,
    parameters: [
      .boolean("normalize", \.normalize, "Whether L, a and b are brought to 0...1.")
    ],
    make: { ConvertLabToRGB() })

  public func output(for input: Image) -> Image {
    input.applying(Kernel(normalized: normalize))
  }

  private struct Kernel: PixelKernel {
    let normalized: Bool
    var name: String { "convertLabToRGB" }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      var lab = SIMD3(pixel.x, pixel.y, pixel.z)
      if normalized { lab = SIMD3(lab.x * 100, lab.y * 256 - 128, lab.z * 256 - 128) }
      return SIMD4(Lab.linear(ofLab: lab), pixel.w)
    }
  }
}
