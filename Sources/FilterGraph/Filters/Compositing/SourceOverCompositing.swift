/// The image over the background: `S + D (1 - Sa)` on premultiplied components, alpha too.
///
/// After Porter and Duff, "Compositing Digital Images", 1984; `CISourceOverCompositing`.
public struct SourceOverCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<SourceOverCompositing>(
    "sourceOverCompositing", coreImageName: "CISourceOverCompositing", .compositing, "The image over the background.",
    law: """
      The image over the background: `S + D (1 - Sa)` on premultiplied components, alpha too.
      """, source: .publication("Porter and Duff, \"Compositing Digital Images\", 1984"),
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceOverCompositing() })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.over, input, backgroundImage) }
}
