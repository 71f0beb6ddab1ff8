/// The largest value of each premultiplied component within a rectangle about the pixel, its sides rounded to the
/// nearest odd number (an even one up), at most 1025. The extent grows by half the rectangle.
///
/// As in Core Image's documentation of `CIMorphologyRectangleMaximum`.
public struct MorphologyRectangleMaximum: Filter {
  /// The width of the rectangle. In pixels, at least 1, default 5.
  public var width: Int = 5
  /// The height of the rectangle. In pixels, at least 1, default 5.
  public var height: Int = 5

  init() {}

  public static let declaration = FilterDeclaration<MorphologyRectangleMaximum>(
    "morphologyRectangleMaximum", coreImageName: "CIMorphologyRectangleMaximum", .morphology,
    "The largest value within a rectangle.",
    law: """
      The largest value of each premultiplied component within a rectangle about the pixel, its sides rounded to the \
      nearest odd number (an even one up), at most 1025. The extent grows by half the rectangle.
      """,
    parameters: [
      .count("width", \.width, in: 1 ... .infinity, unit: .pixels, "The width of the rectangle."),
      .count("height", \.height, in: 1 ... .infinity, unit: .pixels, "The height of the rectangle."),
    ],
    make: { MorphologyRectangleMaximum() })

  public func output(for input: Image) -> Image {
    let across = min(max(width, 1) / 2, 512)
    let down = min(max(height, 1) / 2, 512)
    var result = input
    if across > 0 { result = Image(MorphologyOperation(.maximum, columns: across, rows: 0, in: result.extent), result) }
    if down > 0 { result = Image(MorphologyOperation(.maximum, columns: 0, rows: down, in: result.extent), result) }
    return result
  }
}
