/// The image where the mask's blue component is 1, the background where it is 0, linearly between.
///
/// As in Core Image's documentation of `CIBlendWithBlueMask`.
public struct BlendWithBlueMask: Filter {
  /// What shows where the mask is 0. Required.
  public var backgroundImage: Image
  /// 1 shows the image, 0 the background. Required.
  public var maskImage: Image

  init() {
    backgroundImage = .empty
    maskImage = .empty
  }

  public static let declaration = FilterDeclaration<BlendWithBlueMask>(
    "blendWithBlueMask", coreImageName: "CIBlendWithBlueMask", .compositing,
    "Image or background, by the mask's blue component.",
    law: """
      The image where the mask's blue component is 1, the background where it is 0, linearly between.
      """,
    parameters: [
      .image("backgroundImage", \.backgroundImage, "What shows where the mask is 0."),
      .image("maskImage", \.maskImage, "1 shows the image, 0 the background."),
    ],
    make: { BlendWithBlueMask() })

  public func output(for input: Image) -> Image {
    Image(MaskBlendOperation(.blue), input, backgroundImage, maskImage)
  }
}
