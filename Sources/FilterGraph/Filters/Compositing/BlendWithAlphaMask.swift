/// The image where the mask's alpha component is 1, the background where it is 0, linearly between.
///
/// As in Core Image's documentation of `CIBlendWithAlphaMask`.
public struct BlendWithAlphaMask: Filter {
  /// What shows where the mask is 0. Required.
  public var backgroundImage: Image
  /// 1 shows the image, 0 the background. Required.
  public var maskImage: Image

  init() {
    backgroundImage = .empty
    maskImage = .empty
  }

  public static let declaration = FilterDeclaration<BlendWithAlphaMask>(
    "blendWithAlphaMask", coreImageName: "CIBlendWithAlphaMask", .compositing,
    "Image or background, by the mask's alpha component.",
    law: """
      The image where the mask's alpha component is 1, the background where it is 0, linearly between.
      """,
    parameters: [
      .image("backgroundImage", \.backgroundImage, "What shows where the mask is 0."),
      .image("maskImage", \.maskImage, "1 shows the image, 0 the background."),
    ],
    make: { BlendWithAlphaMask() })

  public func output(for input: Image) -> Image {
    Image(MaskBlendOperation(.alpha), input, backgroundImage, maskImage)
  }
}
