import Imaging

/// More (or less) saturation for the colours that have little, so that skin and strong colours keep theirs.
///
/// The distance from the luminance grows by `1 + amount (1 - s)` with `s = (max - min) / max`.
///
/// The formula is our own, as that of `CIVibrance` is not published.
public struct Vibrance: Filter {
  /// 0 = as it is. From -1 to 1, default 0.
  public var amount: Double = 0

  init() {}

  public static let declaration = FilterDeclaration<Vibrance>(
    "vibrance", coreImageName: "CIVibrance", .colorAdjustment, "Saturation where there is little of it.",
    law: """
      More (or less) saturation for the colours that have little, so that skin and strong colours keep theirs.

      The distance from the luminance grows by `1 + amount (1 - s)` with `s = (max - min) / max`.
      """, source: .own,
    hasIdentityDefault: true,
    parameters: [
      .number("amount", \.amount, in: -1...1, "0 = as it is.")
    ],
    make: { Vibrance() })

  public func output(for input: Image) -> Image {
    amount == 0 ? input : Image(Operation(amount: Float(amount)), input)
  }

  private struct Operation: PixelOperation {
    let amount: Float
    var name: String { "vibrance(\(amount))" }
    var wantsStraightAlpha: Bool { true }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      for i in 0..<row.count {
        let r = row.red[i]
        let g = row.green[i]
        let b = row.blue[i]
        let high = max(r, max(g, b))
        let low = min(r, min(g, b))
        let saturation = high > 0 ? ((high - low) / high).clamped(to: 0...1) : 1
        let factor = 1 + amount * (1 - saturation)
        let light = Luminance.of(r, g, b)
        row.red[i] = light + (r - light) * factor
        row.green[i] = light + (g - light) * factor
        row.blue[i] = light + (b - light) * factor
      }
    }
  }
}
