/// The largest less the smallest value of each premultiplied component within a circle: bright where the picture
/// changes. The extent grows by the radius, alpha is the largest within the circle. Beyond the edge is transparent
/// black; for repeated edges apply it to `clampedToExtent()` and crop.
///
/// As in Core Image's documentation of `CIMorphologyGradient`.
public struct MorphologyGradient: Filter {
  /// The radius of the circle. In pixels, at least 0, default 5.
  public var radius: Double = 5

  init() {}

  public static let declaration = FilterDeclaration<MorphologyGradient>(
    "morphologyGradient", coreImageName: "CIMorphologyGradient", .morphology,
    "The largest less the smallest value within a circle.",
    law: """
      The largest less the smallest value of each premultiplied component within a circle: bright where the picture \
      changes. The extent grows by the radius, alpha is the largest within the circle. Beyond the edge is \
      transparent black; for repeated edges apply it to `clampedToExtent()` and crop.
      """,
    parameters: [
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "The radius of the circle.")
    ],
    make: { MorphologyGradient() })

  public func output(for input: Image) -> Image {
    Image(
      Operation(), input.applying(.morphologyMaximum(radius: radius)),
      input.applying(.morphologyMinimum(radius: radius)))
  }

  private struct Operation: PixelOperation {
    var name: String { "morphologyGradient" }
    func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
      for (high, low) in [(row.red, others[0].red), (row.green, others[0].green), (row.blue, others[0].blue)] {
        for i in 0..<row.count { high[i] -= low[i] }
      }
    }
  }
}
