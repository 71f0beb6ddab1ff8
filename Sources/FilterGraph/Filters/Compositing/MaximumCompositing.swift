/// The larger of both images, component by component: premultiplied components, alpha too, unclamped.
///
/// As in Core Image's documentation of `CIMaximumCompositing`.
public struct MaximumCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<MaximumCompositing>(
    "maximumCompositing", coreImageName: "CIMaximumCompositing", .compositing,
    "The larger of both images, component by component.",
    law: """
      The larger of both images, component by component: premultiplied components, alpha too, unclamped.
      """,
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { MaximumCompositing() })

  public func output(for input: Image) -> Image { Image(ComponentOperation.maximum, input, backgroundImage) }
}
