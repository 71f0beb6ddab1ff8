/// Colours looked up in a cube: `cubeDimension` to the power of 3 nodes of four samples, linear, premultiplied, red
/// fastest, then green, then blue; trilinear between nodes, exact at them. On linear colours that are not
/// premultiplied; the alpha found is multiplied by the image's.
///
/// As in Core Image's documentation of `CIColorCube`.
public struct ColorCube: Filter {
  /// The number of nodes along a side. From 2 to 128, default 2.
  public var cubeDimension: Int = 2
  /// Red, green, blue, alpha of each node. Required.
  public var cubeData: [Float]
  /// Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it. Default false.
  public var extrapolate: Bool = false

  init() { cubeData = [] }

  public static let declaration = FilterDeclaration<ColorCube>(
    "colorCube", coreImageName: "CIColorCube", .colorEffect, "Colours looked up in a cube.",
    law: """
      Colours looked up in a cube: `cubeDimension` to the power of 3 nodes of four samples, linear, premultiplied, \
      red fastest, then green, then blue; trilinear between nodes, exact at them. On linear colours that are not \
      premultiplied; the alpha found is multiplied by the image's.
      """,
    parameters: [
      .count("cubeDimension", \.cubeDimension, in: 2...128, "The number of nodes along a side."),
      .data("cubeData", \.cubeData, "Red, green, blue, alpha of each node."),
      .boolean(
        "extrapolate", \.extrapolate,
        "Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it."),
    ],
    make: { ColorCube() })

  public func validate() throws(FilterError) {
    try ColorCube.check(cubeData, dimension: cubeDimension, key: "cubeData", filter: "colorCube")
  }

  public func output(for input: Image) -> Image {
    Image(ColorCubeOperation(dimension: cubeDimension, table: cubeData, extrapolates: extrapolate), input)
  }

  /// Checks that a table is of its dimension.
  static func check(
    _ table: [Float], dimension: Int, key: String, filter: String
  ) throws(FilterError) {
    guard (2...128).contains(dimension) else {
      throw .outOfRange(key: "cubeDimension", filter: filter, value: Double(dimension), range: 2...128)
    }
    let expected = 4 * dimension * dimension * dimension
    guard table.count == expected else {
      throw .invalidValue(
        key: key, filter: filter,
        reason: "a cube of dimension \(dimension) holds \(expected) samples, not \(table.count)")
    }
    guard table.allSatisfy(\.isFinite) else {
      throw .invalidValue(key: key, filter: filter, reason: "it holds an infinity or a NaN")
    }
  }
}
