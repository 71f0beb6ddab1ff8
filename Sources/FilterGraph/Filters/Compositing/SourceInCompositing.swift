/// The image where the background is: `S Da` on premultiplied components, alpha too.
///
/// After Porter and Duff, "Compositing Digital Images", 1984; `CISourceInCompositing`.
public struct SourceInCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<SourceInCompositing>(
    "sourceInCompositing", coreImageName: "CISourceInCompositing", .compositing, "The image where the background is.",
    law: """
      The image where the background is: `S Da` on premultiplied components, alpha too.
      """, source: .publication("Porter and Duff, \"Compositing Digital Images\", 1984"),
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceInCompositing() })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.inside, input, backgroundImage) }
}
