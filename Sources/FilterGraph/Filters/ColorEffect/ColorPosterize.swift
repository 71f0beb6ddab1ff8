/// Each component rounded to the nearest of some levels evenly spaced, 0 and 1 among them, on linear colours that are
/// not premultiplied; beyond 0...1 the steps go on. Fewer than 2 levels count as 2.
///
/// As in Core Image's documentation of `CIColorPosterize`.
public struct ColorPosterize: Filter {
  /// The number of levels from 0 to 1. At least 1, default 6.
  public var levels: Double = 6

  init() {}

  public static let declaration = FilterDeclaration<ColorPosterize>(
    "colorPosterize", coreImageName: "CIColorPosterize", .colorEffect, "Each component rounded to a few levels.",
    law: """
      Each component rounded to the nearest of some levels evenly spaced, 0 and 1 among them, on linear colours that \
      are not premultiplied; beyond 0...1 the steps go on. Fewer than 2 levels count as 2.
      """,
    parameters: [
      .number("levels", \.levels, in: 1 ... .infinity, "The number of levels from 0 to 1.")
    ],
    make: { ColorPosterize() })

  public func output(for input: Image) -> Image {
    input.applying(Kernel(steps: Float(levels.rounded().clamped(to: 2...65536)) - 1))
  }

  private struct Kernel: PixelKernel {
    let steps: Float
    var name: String { "colorPosterize(\(steps + 1))" }
    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      (pixel * steps).rounded(.toNearestOrAwayFromZero) / steps
    }
  }
}
