/// The image where the mask's green component is 1, the background where it is 0, linearly between.
///
/// As in Core Image's documentation of `CIBlendWithMask`.
public struct BlendWithMask: Filter {
  /// What shows where the mask is 0. Required.
  public var backgroundImage: Image
  /// 1 shows the image, 0 the background. Required.
  public var maskImage: Image

  init() {
    backgroundImage = .empty
    maskImage = .empty
  }

  public static let declaration = FilterDeclaration<BlendWithMask>(
    "blendWithMask", coreImageName: "CIBlendWithMask", .compositing,
    "Image or background, by the mask's green component.",
    law: """
      The image where the mask's green component is 1, the background where it is 0, linearly between.
      """,
    parameters: [
      .image("backgroundImage", \.backgroundImage, "What shows where the mask is 0."),
      .image("maskImage", \.maskImage, "1 shows the image, 0 the background."),
    ],
    make: { BlendWithMask() })

  public func output(for input: Image) -> Image {
    Image(MaskBlendOperation(.green), input, backgroundImage, maskImage)
  }
}
