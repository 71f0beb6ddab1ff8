/// The complement of the product of the complements (`CIScreenBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct ScreenBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<ScreenBlendMode>(
    "screenBlendMode", coreImageName: "CIScreenBlendMode", .blendMode,
    "The complement of the product of the complements.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { ScreenBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.screen, input, backgroundImage) }
}

extension Filter where Self == ScreenBlendMode {
  /// The complement of the product of the complements.
  public static func screenBlendMode(backgroundImage: Image) -> ScreenBlendMode {
    ScreenBlendMode(backgroundImage: backgroundImage)
  }
}
