import Imaging

/// A gray picture as white of that alpha: what was black becomes transparent. The gray is the luminance, clamped to
/// 0...1.
///
/// As in Core Image's documentation of `CIMaskToAlpha`.
public struct MaskToAlpha: Filter {
  public init() {}

  public static let declaration = FilterDeclaration<MaskToAlpha>(
    "maskToAlpha", coreImageName: "CIMaskToAlpha", .colorEffect, "White whose alpha is the gray of the input.",
    law: """
      A gray picture as white of that alpha: what was black becomes transparent. The gray is the luminance, clamped to \
      0...1.
      """,
    isHighDynamicRange: false,
    make: { MaskToAlpha() })

  public func output(for input: Image) -> Image { Image(Operation(), input) }

  private struct Operation: PixelOperation {
    var name: String { "maskToAlpha" }
    var changesAlpha: Bool { true }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      for i in 0..<row.count {
        let isGray = row.red[i] == row.green[i] && row.green[i] == row.blue[i]
        let light = Luminance.of(row.red[i], row.green[i], row.blue[i])
        let gray = (isGray ? row.green[i] : light).clamped(to: 0...1)
        row.red[i] = gray
        row.green[i] = gray
        row.blue[i] = gray
        row.alpha[i] = gray
      }
    }
  }
}
