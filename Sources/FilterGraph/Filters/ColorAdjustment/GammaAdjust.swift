/// Linear components raised to a power: below 1 brighter midtones, above 1 darker.
///
/// Negative components keep their sign; no component grows beyond 65504. Alpha stays.
///
/// As in Core Image's documentation of `CIGammaAdjust`.
public struct GammaAdjust: Filter {
  /// The exponent; 1 changes nothing. Default 1.
  public var power: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<GammaAdjust>(
    "gammaAdjust", coreImageName: "CIGammaAdjust", .colorAdjustment, "Raises the components to a power.",
    law: """
      Linear components raised to a power: below 1 brighter midtones, above 1 darker.

      Negative components keep their sign; no component grows beyond 65504. Alpha stays.
      """,
    hasIdentityDefault: true,
    parameters: [.number("power", \.power, "The exponent; 1 changes nothing.")],
    make: { GammaAdjust() })

  public func output(for input: Image) -> Image {
    power == 1 ? input : Image(Operation(power: PowerCurve(Float(power))), input)
  }

  private struct Operation: PixelOperation {
    let power: PowerCurve
    var name: String { "gammaAdjust(\(power.exponent))" }
    var wantsStraightAlpha: Bool { true }
    func merged(after previous: any PixelOperation) -> (any PixelOperation)? {
      (previous as? GrayComponentOperation)?.followed(by: power)
    }
    func components(of input: Int, for needed: Components) -> Components { needed }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      power.apply(to: row.red, count: row.count)
      power.apply(to: row.green, count: row.count)
      power.apply(to: row.blue, count: row.count)
    }
  }
}
