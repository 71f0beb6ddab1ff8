import Kernels

/// Linear colours, not premultiplied, times one factor for all components by the largest of them: up to a knee they
/// stay; above it the roll-off of ITU-R BT.2390 (5.4.1), a Hermite spline in the scale of the perceptual quantizer with
/// white at 203 cd/m2, takes `sourceHeadroom` to `targetHeadroom`, both times white. Brighter light becomes that too.
/// Where the target is not below the source nothing changes. Alpha stays.
///
/// As in Core Image's documentation of `CIToneMapHeadroom`.
public struct ToneMapHeadroom: Filter {
  /// How many times white the brightest light of the picture is. From 1 to 32, required.
  public var sourceHeadroom: Double
  /// How many times white the display can show. From 1 to 32, default 1.
  public var targetHeadroom: Double = 1

  init() { sourceHeadroom = 1 }

  public static let declaration = FilterDeclaration<ToneMapHeadroom>(
    "toneMapHeadroom", coreImageName: "CIToneMapHeadroom", .colorAdjustment,
    "Brightest light brought down to what a display can show.",
    law: """
      Linear colours, not premultiplied, times one factor for all components by the largest of them: up to a \
      knee they stay; above it the roll-off of ITU-R BT.2390 (5.4.1), a Hermite spline in the scale of the \
      perceptual quantizer with white at 203 cd/m2, takes `sourceHeadroom` to `targetHeadroom`, both times \
      white. Brighter light becomes that too. Where the target is not below the source nothing changes. Alpha \
      stays.
      """,
    parameters: [
      .number(
        "sourceHeadroom", \.sourceHeadroom, in: 1...32, isRequired: true,
        "How many times white the brightest light of the picture is."),
      .number("targetHeadroom", \.targetHeadroom, in: 1...32, "How many times white the display can show."),
    ],
    make: { ToneMapHeadroom() })

  public func output(for input: Image) -> Image {
    guard targetHeadroom < sourceHeadroom, targetHeadroom > 0 else { return input }
    return input.applying(Mapping(rollOff: RollOff(from: sourceHeadroom, to: targetHeadroom)))
  }

  private struct Mapping: PixelKernel {
    let rollOff: RollOff
    var name: String { "toneMapHeadroom" }

    func process(_ pixel: SIMD4<Float>, x: Int, y: Int) -> SIMD4<Float> {
      pixel * rollOff.scale(of: max(pixel.x, pixel.y, pixel.z))
    }
  }
}
