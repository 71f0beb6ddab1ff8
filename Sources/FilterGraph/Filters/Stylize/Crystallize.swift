/// The picture in the Voronoi cells of points that lie one in each square of a grid of side `radius`, at places that
/// depend on the square alone; each of the mean colour of what it stands for. The mean is of the premultiplied pixels
/// that the image has, so that the edge is no darker; the extent stays. What is smaller than a pixel changes nothing.
///
/// The formula is our own, as that of `CICrystallize` is not published.
public struct Crystallize: Filter {
  /// The middle of one of them. In pixels, default: the image's centre.
  public var center: Point?
  /// The mean size of the polygons. In pixels, at least 1, default 20.
  public var radius: Double = 20

  init() {}

  public static let declaration = FilterDeclaration<Crystallize>(
    "crystallize", coreImageName: "CICrystallize", .stylize, "Irregular polygons of one colour each.",
    law: """
      The picture in the Voronoi cells of points that lie one in each square of a grid of side `radius`, at \
      places that depend on the square alone; each of the mean colour of what it stands for. The mean is of the \
      premultiplied pixels that the image has, so that the edge is no darker; the extent stays. What is smaller \
      than a pixel changes nothing.
      """, source: .own,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The middle of one of them."),
      .number("radius", \.radius, in: 1 ... .infinity, unit: .pixels, "The mean size of the polygons."),
    ],
    make: { Crystallize() })

  public func output(for input: Image) -> Image {
    input.tessellated(by: VoronoiTessellation(center: center ?? input.center, side: radius), cell: radius)
  }
}
