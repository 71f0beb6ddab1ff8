import CPixelKernels

/// The components through the inverse transfer curve of sRGB (IEC 61966-2-1), negative ones mirrored.
///
/// As in Core Image's documentation of `CISRGBToneCurveToLinear`.
public struct SRGBToneCurveToLinear: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<SRGBToneCurveToLinear>(
    "sRGBToneCurveToLinear", coreImageName: "CISRGBToneCurveToLinear", .colorAdjustment,
    "Decodes the components with the curve of sRGB.",
    law: """
      The components through the inverse transfer curve of sRGB (IEC 61966-2-1), negative ones mirrored.
      """,
    make: { SRGBToneCurveToLinear() })

  public func output(for input: Image) -> Image { Image(Operation(), input) }

  private struct Operation: PixelOperation {
    var name: String { "sRGBToneCurveToLinear" }
    var wantsStraightAlpha: Bool { true }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      pk_srgb_decode(row.red, row.count)
      pk_srgb_decode(row.green, row.count)
      pk_srgb_decode(row.blue, row.count)
    }
  }
}
