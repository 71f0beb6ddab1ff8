import Imaging

/// Colours looked up in a cube that is made for a colour space: encoded for it, looked up as by a colour cube, decoded.
///
/// As in Core Image's documentation of `CIColorCubeWithColorSpace`.
public struct ColorCubeWithColorSpace: Filter {
  /// The number of nodes along a side. From 2 to 128, default 2.
  public var cubeDimension: Int = 2
  /// Red, green, blue, alpha of each node. Required.
  public var cubeData: [Float]
  /// Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it. Default false.
  public var extrapolate: Bool = false
  /// The colour space of the table; its encoded values are looked up. Default extendedLinearSRGB.
  public var colorSpace: ColorSpace = .extendedLinearSRGB

  init() { cubeData = [] }

  public static let declaration = FilterDeclaration<ColorCubeWithColorSpace>(
    "colorCubeWithColorSpace", coreImageName: "CIColorCubeWithColorSpace", .colorEffect,
    "Colours looked up in a cube made for a colour space.",
    law: """
      Colours looked up in a cube that is made for a colour space: encoded for it, looked up as by a colour cube, \
      decoded.
      """,
    parameters: [
      .count("cubeDimension", \.cubeDimension, in: 2...128, "The number of nodes along a side."),
      .data("cubeData", \.cubeData, "Red, green, blue, alpha of each node."),
      .boolean(
        "extrapolate", \.extrapolate,
        "Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it."),
      .colorSpace("colorSpace", \.colorSpace, "The colour space of the table; its encoded values are looked up."),
    ],
    make: { ColorCubeWithColorSpace() })

  public func validate() throws(FilterError) {
    try ColorCube.check(cubeData, dimension: cubeDimension, key: "cubeData", filter: "colorCubeWithColorSpace")
  }

  public func output(for input: Image) -> Image {
    input.converted(to: colorSpace) {
      Image(ColorCubeOperation(dimension: cubeDimension, table: cubeData, extrapolates: extrapolate), $0)
    }
  }
}
