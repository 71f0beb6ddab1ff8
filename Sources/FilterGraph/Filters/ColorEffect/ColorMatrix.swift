/// Each component as a sum of all four with weights, and a constant: red becomes `dot(pixel, rVector) + biasVector.x`.
/// On components that are not premultiplied, unclamped, alpha included.
///
/// As in Core Image's documentation of `CIColorMatrix`.
public struct ColorMatrix: Filter {
  /// The weights for red. 4 numbers, default 1 0 0 0.
  public var rVector: SIMD4<Double> = [1, 0, 0, 0]
  /// The weights for green. 4 numbers, default 0 1 0 0.
  public var gVector: SIMD4<Double> = [0, 1, 0, 0]
  /// The weights for blue. 4 numbers, default 0 0 1 0.
  public var bVector: SIMD4<Double> = [0, 0, 1, 0]
  /// The weights for alpha. 4 numbers, default 0 0 0 1.
  public var aVector: SIMD4<Double> = [0, 0, 0, 1]
  /// What is added. 4 numbers, default 0 0 0 0.
  public var biasVector: SIMD4<Double> = [0, 0, 0, 0]

  init() {}

  public static let declaration = FilterDeclaration<ColorMatrix>(
    "colorMatrix", coreImageName: "CIColorMatrix", .colorEffect, "Each component from all four, and a constant.",
    law: """
      Each component as a sum of all four with weights, and a constant: red becomes `dot(pixel, rVector) + \
      biasVector.x`. On components that are not premultiplied, unclamped, alpha included.
      """,
    hasIdentityDefault: true,
    parameters: [
      .vector("rVector", \.rVector, "The weights for red."),
      .vector("gVector", \.gVector, "The weights for green."),
      .vector("bVector", \.bVector, "The weights for blue."),
      .vector("aVector", \.aVector, "The weights for alpha."),
      .vector("biasVector", \.biasVector, "What is added."),
    ],
    make: { ColorMatrix() })

  public func output(for input: Image) -> Image {
    if self == ColorMatrix() { return input }
    let rows = [rVector, gVector, bVector, aVector].map { row in (0..<4).map { row[$0] } }
    return Image(ColorMatrixOperation("colorMatrix", rows: rows, bias: (0..<4).map { biasVector[$0] }), input)
  }
}
