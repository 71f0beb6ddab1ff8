/// The smaller of both images, component by component: premultiplied components, alpha too, unclamped.
///
/// As in Core Image's documentation of `CIMinimumCompositing`.
public struct MinimumCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<MinimumCompositing>(
    "minimumCompositing", coreImageName: "CIMinimumCompositing", .compositing,
    "The smaller of both images, component by component.",
    law: """
      The smaller of both images, component by component: premultiplied components, alpha too, unclamped.
      """,
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { MinimumCompositing() })

  public func output(for input: Image) -> Image { Image(ComponentOperation.minimum, input, backgroundImage) }
}
