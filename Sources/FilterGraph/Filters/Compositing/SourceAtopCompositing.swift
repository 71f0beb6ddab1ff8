/// The image over the background, where the background is: `S Da + D (1 - Sa)` on premultiplied components, alpha too (`CISourceAtopCompositing`; Porter and Duff,
/// 1984).
public struct SourceAtopCompositing: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<SourceAtopCompositing>(
    "sourceAtopCompositing", coreImageName: "CISourceAtopCompositing", .compositing,
    "The image over the background, where the background is.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SourceAtopCompositing(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(PorterDuffOperation.atop, input, backgroundImage) }
}

extension Filter where Self == SourceAtopCompositing {
  /// The image over the background, where the background is.
  public static func sourceAtopCompositing(backgroundImage: Image) -> SourceAtopCompositing {
    SourceAtopCompositing(backgroundImage: backgroundImage)
  }
}
