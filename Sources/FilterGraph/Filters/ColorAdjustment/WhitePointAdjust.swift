/// Linear components times those of a colour, so that white becomes that colour.
///
/// As in Core Image's documentation of `CIWhitePointAdjust`.
public struct WhitePointAdjust: Filter {
  /// What white becomes. Default #ffffff.
  public var color: Color = .white

  init() {}

  public static let declaration = FilterDeclaration<WhitePointAdjust>(
    "whitePointAdjust", coreImageName: "CIWhitePointAdjust", .colorAdjustment, "Makes white the given colour.",
    law: """
      Linear components times those of a colour, so that white becomes that colour.
      """,
    hasIdentityDefault: true,
    parameters: [
      .color("color", \.color, "What white becomes.")
    ],
    make: { WhitePointAdjust() })

  public func output(for input: Image) -> Image {
    if color == .white { return input }
    let c = color.linear
    let rows = [[Double(c.red), 0, 0], [0, Double(c.green), 0], [0, 0, Double(c.blue)]]
    return Image(ColorMatrixOperation("whitePointAdjust", rows: rows, bias: [0, 0, 0]), input)
  }
}
