import Imaging

/// Shades of one colour: the luminance (0.2126, 0.7152, 0.0722) times the colour, mixed with the picture by the
/// intensity.
///
/// The formula is our own, as that of `CIColorMonochrome` is not published.
public struct ColorMonochrome: Filter {
  /// The colour of the brightest shade. Default #99734d.
  public var color: Color = Color(red: 0.6, green: 0.45, blue: 0.3)
  /// 0 = the picture as it is, 1 = shades of the colour alone. At least 0, default 1.
  public var intensity: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<ColorMonochrome>(
    "colorMonochrome", coreImageName: "CIColorMonochrome", .colorEffect, "Shades of one colour.",
    law: """
      Shades of one colour: the luminance (0.2126, 0.7152, 0.0722) times the colour, mixed with the picture by the \
      intensity.
      """, source: .own,
    parameters: [
      .color("color", \.color, "The colour of the brightest shade."),
      .number(
        "intensity", \.intensity, in: 0 ... .infinity, "0 = the picture as it is, 1 = shades of the colour alone."),
    ],
    make: { ColorMonochrome() })

  public func output(for input: Image) -> Image {
    if intensity == 0 { return input }
    let weights = Luminance.weights
    let shade = [color.linear.red, color.linear.green, color.linear.blue].map { Double($0) }
    let rows = (0..<3).map { row in
      (0..<3).map { column in
        intensity * shade[row] * weights[column] + (row == column ? 1 - intensity : 0)
      }
    }
    return Image(ColorMatrixOperation("colorMonochrome", rows: rows, bias: [0, 0, 0]), input)
  }
}
