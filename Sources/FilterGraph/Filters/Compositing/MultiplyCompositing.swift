/// The product of both images: premultiplied components, alpha too, unclamped.
///
/// As in Core Image's documentation of `CIMultiplyCompositing`.
public struct MultiplyCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<MultiplyCompositing>(
    "multiplyCompositing", coreImageName: "CIMultiplyCompositing", .compositing, "The product of both images.",
    law: """
      The product of both images: premultiplied components, alpha too, unclamped.
      """,
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { MultiplyCompositing() })

  public func output(for input: Image) -> Image { Image(ComponentOperation.multiply, input, backgroundImage) }
}
