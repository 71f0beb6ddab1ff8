/// The smallest value of each premultiplied component within a rectangle about the pixel, its sides rounded to the
/// nearest odd number (an even one up), at most 1025. Beyond the edge is transparent black, which eats into the
/// picture; for repeated edges apply it to `clampedToExtent()` and crop.
///
/// As in Core Image's documentation of `CIMorphologyRectangleMinimum`.
public struct MorphologyRectangleMinimum: Filter {
  /// The width of the rectangle. In pixels, at least 1, default 5.
  public var width: Int = 5
  /// The height of the rectangle. In pixels, at least 1, default 5.
  public var height: Int = 5

  init() {}

  public static let declaration = FilterDeclaration<MorphologyRectangleMinimum>(
    "morphologyRectangleMinimum", coreImageName: "CIMorphologyRectangleMinimum", .morphology,
    "The smallest value within a rectangle.",
    law: """
      The smallest value of each premultiplied component within a rectangle about the pixel, its sides rounded to \
      the nearest odd number (an even one up), at most 1025. Beyond the edge is transparent black, which eats into \
      the picture; for repeated edges apply it to `clampedToExtent()` and crop.
      """,
    parameters: [
      .count("width", \.width, in: 1 ... .infinity, unit: .pixels, "The width of the rectangle."),
      .count("height", \.height, in: 1 ... .infinity, unit: .pixels, "The height of the rectangle."),
    ],
    make: { MorphologyRectangleMinimum() })

  public func output(for input: Image) -> Image {
    let across = min(max(width, 1) / 2, 512)
    let down = min(max(height, 1) / 2, 512)
    var result = input
    if across > 0 { result = Image(MorphologyOperation(.minimum, columns: across, rows: 0, in: result.extent), result) }
    if down > 0 { result = Image(MorphologyOperation(.minimum, columns: 0, rows: down, in: result.extent), result) }
    return result
  }
}
