import Imaging

/// Two cubes made for a colour space, mixed by the mask's green component: the first where it is 0, the second where it
/// is 1, linearly in light. Beyond the mask it is 0.
///
/// As in Core Image's documentation of `CIColorCubesMixedWithMask`.
public struct ColorCubesMixedWithMask: Filter {
  /// 0 gives the first cube, 1 the second. Required.
  public var maskImage: Image
  /// The number of nodes along a side. From 2 to 128, default 2.
  public var cubeDimension: Int = 2
  /// Red, green, blue, alpha of each node where the mask is 0. Required.
  public var cube0Data: [Float]
  /// Red, green, blue, alpha of each node where the mask is 1. Required.
  public var cube1Data: [Float]
  /// Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it. Default false.
  public var extrapolate: Bool = false
  /// The colour space of the table; its encoded values are looked up. Default extendedLinearSRGB.
  public var colorSpace: ColorSpace = .extendedLinearSRGB

  init() {
    maskImage = .empty
    cube0Data = []
    cube1Data = []
  }

  public static let declaration = FilterDeclaration<ColorCubesMixedWithMask>(
    "colorCubesMixedWithMask", coreImageName: "CIColorCubesMixedWithMask", .colorEffect,
    "Two colour cubes, mixed by a mask.",
    law: """
      Two cubes made for a colour space, mixed by the mask's green component: the first where it is 0, the second \
      where it is 1, linearly in light. Beyond the mask it is 0.
      """,
    parameters: [
      .image("maskImage", \.maskImage, "0 gives the first cube, 1 the second."),
      .count("cubeDimension", \.cubeDimension, in: 2...128, "The number of nodes along a side."),
      .data("cube0Data", \.cube0Data, "Red, green, blue, alpha of each node where the mask is 0."),
      .data("cube1Data", \.cube1Data, "Red, green, blue, alpha of each node where the mask is 1."),
      .boolean(
        "extrapolate", \.extrapolate,
        "Whether colours beyond 0...1 go on as at the edge of the cube; else they are clamped to it."),
      .colorSpace("colorSpace", \.colorSpace, "The colour space of the table; its encoded values are looked up."),
    ],
    make: { ColorCubesMixedWithMask() })

  public func validate() throws(FilterError) {
    try ColorCube.check(cube0Data, dimension: cubeDimension, key: "cube0Data", filter: "colorCubesMixedWithMask")
    try ColorCube.check(
      cube1Data, dimension: cubeDimension, key: "cube1Data", filter: "colorCubesMixedWithMask")
  }

  public func output(for input: Image) -> Image {
    func through(_ table: [Float]) -> Image {
      input.converted(to: colorSpace) {
        Image(ColorCubeOperation(dimension: cubeDimension, table: table, extrapolates: extrapolate), $0)
      }
    }
    return through(cube1Data).blended(over: through(cube0Data), mask: maskImage)
  }
}
