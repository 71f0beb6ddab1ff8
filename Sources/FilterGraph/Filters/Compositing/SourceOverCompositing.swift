/// The image over the background: `S + D (1 - Sa)` on premultiplied components, alpha too.
///
/// After Porter and Duff, "Compositing Digital Images", 1984; `CISourceOverCompositing`.
public struct SourceOverCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<SourceOverCompositing>(
    "sourceOverCompositing", coreImageName: "CISourceOverCompositing", .compositing, "The image over the background.",
    law: """
      The image over the background: `S + D (1 - Sa)` on premultiplied components, alpha too.
      """, source: .publication("Porter and Duff, \"Compositing Digital Images\", 1984"),
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceOverCompositing(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.over, input, backgroundImage) }
}

extension Filter where Self == SourceOverCompositing {
  /// The image over the background.
  public static func sourceOverCompositing(backgroundImage: Image) -> SourceOverCompositing {
    SourceOverCompositing(backgroundImage: backgroundImage)
  }
}
