import Imaging

/// Saturation, then brightness, then contrast.
///
/// Saturation mixes with the luminance (0.2126, 0.7152, 0.0722); brightness is added; contrast is `(c - 0.5) contrast +
/// 0.5`. On linear components, unclamped.
///
/// As in Core Image's documentation of `CIColorControls`.
public struct ColorControls: Filter {
  /// 0 = gray, 1 = as it is. At least 0, default 1.
  public var saturation: Double = 1
  /// Added to every component. At least -1, default 0.
  public var brightness: Double = 0
  /// Distance from middle grey; 1 = as it is. At least 0, default 1.
  public var contrast: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<ColorControls>(
    "colorControls", coreImageName: "CIColorControls", .colorAdjustment, "Saturation, brightness and contrast.",
    law: """
      Saturation, then brightness, then contrast.

      Saturation mixes with the luminance (0.2126, 0.7152, 0.0722); brightness is added; contrast is `(c - 0.5) \
      contrast + 0.5`. On linear components, unclamped.
      """,
    hasIdentityDefault: true,
    parameters: [
      .number("saturation", \.saturation, in: 0 ... .infinity, "0 = gray, 1 = as it is."),
      .number("brightness", \.brightness, in: -1 ... .infinity, "Added to every component."),
      .number("contrast", \.contrast, in: 0 ... .infinity, "Distance from middle grey; 1 = as it is."),
    ],
    make: { ColorControls() })

  public func output(for input: Image) -> Image {
    if self == ColorControls() { return input }
    let weights = Luminance.weights
    let rows = (0..<3).map { row in
      (0..<3).map { column in contrast * ((1 - saturation) * weights[column] + (row == column ? saturation : 0)) }
    }
    let bias = contrast * (brightness - 0.5) + 0.5
    return Image(ColorMatrixOperation("colorControls", rows: rows, bias: [bias, bias, bias]), input)
  }
}
