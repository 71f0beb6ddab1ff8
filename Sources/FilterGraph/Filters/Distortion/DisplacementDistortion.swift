/// Each pixel taken from a place beside it that another image says (y down): red above one half reads from the right,
/// green above one half from below, by at most half of `scale`. Where the other image is transparent nothing moves. The
/// extent stays.
///
/// As in Core Image's documentation of `CIDisplacementDistortion`.
public struct DisplacementDistortion: Filter {
  /// Red and green of one half move nothing. Required.
  public var displacementImage: Image
  /// What the whole range from 0 to 1 moves. In pixels, at least 0, default 50.
  public var scale: Double = 50

  init() { displacementImage = .empty }

  public static let declaration = FilterDeclaration<DisplacementDistortion>(
    "displacementDistortion", coreImageName: "CIDisplacementDistortion", .distortion,
    "Pixels moved as another image says.",
    law: """
      Each pixel taken from a place beside it that another image says (y down): red above one half reads from the \
      right, green above one half from below, by at most half of `scale`. Where the other image is transparent \
      nothing moves. The extent stays.
      """,
    parameters: [
      .image("displacementImage", \.displacementImage, "Red and green of one half move nothing."),
      .number("scale", \.scale, in: 0 ... .infinity, unit: .pixels, "What the whole range from 0 to 1 moves."),
    ],
    make: { DisplacementDistortion() })

  public func output(for input: Image) -> Image {
    guard scale != 0, !input.extent.isEmpty else { return input }
    return Image(DisplacementOperation(scale: scale, source: input.extent), input, displacementImage)
  }
}
