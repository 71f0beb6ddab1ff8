/// The image over the background, where the background is: `S Da + D (1 - Sa)` on premultiplied components, alpha too.
///
/// After Porter and Duff, "Compositing Digital Images", 1984; `CISourceAtopCompositing`.
public struct SourceAtopCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<SourceAtopCompositing>(
    "sourceAtopCompositing", coreImageName: "CISourceAtopCompositing", .compositing,
    "The image over the background, where the background is.",
    law: """
      The image over the background, where the background is: `S Da + D (1 - Sa)` on premultiplied components, alpha \
      too.
      """, source: .publication("Porter and Duff, \"Compositing Digital Images\", 1984"),
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceAtopCompositing() })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.atop, input, backgroundImage) }
}
