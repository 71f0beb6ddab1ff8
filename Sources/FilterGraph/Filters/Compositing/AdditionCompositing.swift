/// The sum of both images: `S + D` on premultiplied components, alpha too, unclamped.
///
/// As in Core Image's documentation of `CIAdditionCompositing`.
public struct AdditionCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<AdditionCompositing>(
    "additionCompositing", coreImageName: "CIAdditionCompositing", .compositing, "The sum of both images.",
    law: """
      The sum of both images: `S + D` on premultiplied components, alpha too, unclamped.
      """,
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { AdditionCompositing() })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.addition, input, backgroundImage) }
}
