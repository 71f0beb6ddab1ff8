import CPixelKernels

/// The components through the transfer curve of sRGB (IEC 61966-2-1), negative ones mirrored. For operations that are
/// to work on encoded values.
///
/// As in Core Image's documentation of `CILinearToSRGBToneCurve`.
public struct LinearToSRGBToneCurve: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<LinearToSRGBToneCurve>(
    "linearToSRGBToneCurve", coreImageName: "CILinearToSRGBToneCurve", .colorAdjustment,
    "Encodes the components with the curve of sRGB.",
    law: """
      The components through the transfer curve of sRGB (IEC 61966-2-1), negative ones mirrored. For operations that \
      are to work on encoded values.
      """,
    make: { LinearToSRGBToneCurve() })

  public func output(for input: Image) -> Image { Image(Operation(), input) }

  private struct Operation: PixelOperation {
    var name: String { "linearToSRGBToneCurve" }
    var wantsStraightAlpha: Bool { true }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      pk_srgb_encode(row.red, row.count)
      pk_srgb_encode(row.green, row.count)
      pk_srgb_encode(row.blue, row.count)
    }
  }
}
