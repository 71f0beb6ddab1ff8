/// Noise that hides the steps of coarse tones: to each linear component a value evenly spread over `intensity` / 25.5
/// about 0, so that the default is one level of 8 bits. The noise depends on the pixel's place alone.
///
/// The formula is our own, as that of `CIDither` is not published.
public struct Dither: Filter {
  /// How strong the noise is; 0.1 is one level of 8 bits. From 0 to 5, default 0.1.
  public var intensity: Double = 0.1

  init() {}

  public static let declaration = FilterDeclaration<Dither>(
    "dither", coreImageName: "CIDither", .stylize, "Adds noise that hides the steps of coarse tones.",
    law: """
      Noise that hides the steps of coarse tones: to each linear component a value evenly spread over `intensity` / \
      25.5 about 0, so that the default is one level of 8 bits. The noise depends on the pixel's place alone.
      """, source: .own,
    parameters: [
      .number("intensity", \.intensity, in: 0...5, "How strong the noise is; 0.1 is one level of 8 bits.")
    ],
    make: { Dither() })

  public func output(for input: Image) -> Image {
    intensity == 0 ? input : input.applying(Kernel(width: Float(intensity / 25.5)))
  }

  private struct Kernel: PixelKernel {
    let width: Float
    var name: String { "dither(\(width))" }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      let noise = SIMD4(
        PositionNoise.value(x: x, y: y, component: 0), PositionNoise.value(x: x, y: y, component: 1),
        PositionNoise.value(x: x, y: y, component: 2), 0)
      return pixel + noise * width
    }
  }
}
