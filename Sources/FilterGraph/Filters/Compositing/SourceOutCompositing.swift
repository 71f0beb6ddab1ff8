/// The image where the background is not: `S (1 - Da)` on premultiplied components, alpha too.
///
/// After Porter and Duff, "Compositing Digital Images", 1984; `CISourceOutCompositing`.
public struct SourceOutCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  init() { backgroundImage = .empty }

  public static let declaration = FilterDeclaration<SourceOutCompositing>(
    "sourceOutCompositing", coreImageName: "CISourceOutCompositing", .compositing,
    "The image where the background is not.",
    law: """
      The image where the background is not: `S (1 - Da)` on premultiplied components, alpha too.
      """, source: .publication("Porter and Duff, \"Compositing Digital Images\", 1984"),
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceOutCompositing() })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.outside, input, backgroundImage) }
}
