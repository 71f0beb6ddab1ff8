import Imaging

/// Shades of brown as of old photographs, mixed with the image by the intensity: the linear luminance times (1.17,
/// 0.99, 0.71), whose own luminance is 1, so that brightness stays.
///
/// The formula is our own, as that of `CISepiaTone` is not published.
public struct SepiaTone: Filter {
  /// 0 = the picture as it is, 1 = shades of brown alone. At least 0, default 1.
  public var intensity: Double = 1

  init() {}

  public static let declaration = FilterDeclaration<SepiaTone>(
    "sepiaTone", coreImageName: "CISepiaTone", .colorEffect, "Shades of brown, as of old photographs.",
    law: """
      Shades of brown as of old photographs, mixed with the image by the intensity: the linear luminance times \
      (1.17, 0.99, 0.71), whose own luminance is 1, so that brightness stays.
      """, source: .own,
    parameters: [
      .number("intensity", \.intensity, in: 0 ... .infinity, "0 = the picture as it is, 1 = shades of brown alone.")
    ],
    make: { SepiaTone() })

  public func output(for input: Image) -> Image {
    if intensity == 0 { return input }
    let weights = Luminance.weights
    let brown = [1.17, 0.99, 0.71]
    let light = zip(weights, brown).reduce(0) { $0 + $1.0 * $1.1 }
    let rows = (0..<3).map { row in
      (0..<3).map { column in
        intensity * brown[row] / light * weights[column] + (row == column ? 1 - intensity : 0)
      }
    }
    return Image(ColorMatrixOperation("sepiaTone", rows: rows, bias: [0, 0, 0]), input)
  }
}
