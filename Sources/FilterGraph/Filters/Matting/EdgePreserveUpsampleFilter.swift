/// A small image made as large as this one and true to its edges: joint bilateral upsampling (Kopf and others, 2007), a
/// mean of the small pixels near by and of like luminance. Small pixels are compared by the luminance of this image
/// made as small. Both need a finite extent; they are taken to show the same.
///
/// As in Core Image's documentation of `CIEdgePreserveUpsampleFilter`.
public struct EdgePreserveUpsampleFilter: Filter {
  /// What is enlarged, such as a matte or a depth map. Required.
  public var smallImage: Image
  /// How far small pixels count, in small pixels. From 0 to 5, default 3.
  public var spatialSigma: Double = 3
  /// How different in luminance they may be. From 0 to 1, default 0.15.
  public var lumaSigma: Double = 0.15

  init() { smallImage = .empty }

  public static let declaration = FilterDeclaration<EdgePreserveUpsampleFilter>(
    "edgePreserveUpsample", coreImageName: "CIEdgePreserveUpsampleFilter", .matting,
    "Enlarges a small image along the edges of this one.",
    law: """
      A small image made as large as this one and true to its edges: joint bilateral upsampling (Kopf and others, \
      2007), a mean of the small pixels near by and of like luminance. Small pixels are compared by the luminance of \
      this image made as small. Both need a finite extent; they are taken to show the same.
      """,
    parameters: [
      .image("smallImage", \.smallImage, "What is enlarged, such as a matte or a depth map."),
      .number("spatialSigma", \.spatialSigma, in: 0...5, "How far small pixels count, in small pixels."),
      .number("lumaSigma", \.lumaSigma, in: 0...1, "How different in luminance they may be."),
    ],
    make: { EdgePreserveUpsampleFilter() })

  public func output(for input: Image) -> Image {
    guard let large = input.extent.rect, let small = smallImage.extent.rect else {
      return Image(
        InvalidOperation(
          .invalidValue(
            key: "smallImage", filter: "edgePreserveUpsample", reason: "both images need a finite extent")), input)
    }
    if large.isEmpty || small.isEmpty { return .empty }
    let guide = input.scaled(to: small.size).translated(x: small.x, y: small.y)
    let operation = JointBilateralUpsample(
      large: large, small: small, spatialSigma: spatialSigma.clamped(to: 0...16), lumaSigma: max(lumaSigma, 0))
    return Image(operation, input, smallImage, guide)
  }
}
