import CPixelKernels

/// Each component clamped between two values: on colours that are not premultiplied, alpha included.
///
/// As in Core Image's documentation of `CIColorClamp`.
public struct ColorClamp: Filter {
  /// The least red, green, blue, alpha. 4 numbers, default 0 0 0 0.
  public var minComponents: SIMD4<Double> = [0, 0, 0, 0]
  /// The greatest red, green, blue, alpha. 4 numbers, default 1 1 1 1.
  public var maxComponents: SIMD4<Double> = [1, 1, 1, 1]

  init() {}

  public static let declaration = FilterDeclaration<ColorClamp>(
    "colorClamp", coreImageName: "CIColorClamp", .colorEffect, "Holds each component between two values.",
    law: """
      Each component clamped between two values: on colours that are not premultiplied, alpha included.
      """,
    isHighDynamicRange: false,
    parameters: [
      .vector("minComponents", \.minComponents, "The least red, green, blue, alpha."),
      .vector("maxComponents", \.maxComponents, "The greatest red, green, blue, alpha."),
    ],
    make: { ColorClamp() })

  public func output(for input: Image) -> Image {
    Image(Operation(low: SIMD4<Float>(minComponents), high: SIMD4<Float>(maxComponents)), input)
  }

  private struct Operation: PixelOperation {
    let low: SIMD4<Float>
    let high: SIMD4<Float>
    var name: String { "colorClamp" }
    var wantsStraightAlpha: Bool { true }
    var changesAlpha: Bool { low.w > 0 || high.w < 1 }
    func components(of input: Int, for needed: Components) -> Components { needed }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      let needed = row.needed
      if needed.contains(.red) { pk_clamp(row.red, row.count, low.x, high.x) }
      if needed.contains(.green) { pk_clamp(row.green, row.count, low.y, high.y) }
      if needed.contains(.blue) { pk_clamp(row.blue, row.count, low.z, high.z) }
      // Alpha other than 1 may have been out of 0...1 before.
      if needed.contains(.alpha), changesAlpha || !row.isKnownOpaque { pk_clamp(row.alpha, row.count, low.w, high.w) }
    }
  }
}
