/// The picture in squares, each of the mean colour of what it stands for; `scale` is the side. The mean is of the
/// premultiplied pixels that the image has, so that the edge is no darker; the extent stays. What is smaller than a
/// pixel changes nothing.
///
/// As in Core Image's documentation of `CIPixellate`.
public struct Pixellate: Filter {
  /// The middle of one of them. In pixels, default: the image's centre.
  public var center: Point?
  /// The side of the squares. In pixels, at least 1, default 8.
  public var scale: Double = 8

  init() {}

  public static let declaration = FilterDeclaration<Pixellate>(
    "pixellate", coreImageName: "CIPixellate", .stylize, "Squares of one colour each.",
    law: """
      The picture in squares, each of the mean colour of what it stands for; `scale` is the side. The mean is of \
      the premultiplied pixels that the image has, so that the edge is no darker; the extent stays. What is \
      smaller than a pixel changes nothing.
      """,
    parameters: [
      .point("center", \.center, default: "the image's centre", "The middle of one of them."),
      .number("scale", \.scale, in: 1 ... .infinity, unit: .pixels, "The side of the squares."),
    ],
    make: { Pixellate() })

  public func output(for input: Image) -> Image {
    input.tessellated(by: SquareTessellation(center: center ?? input.center, side: scale), cell: scale)
  }
}
