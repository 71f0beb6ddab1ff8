/// The luminosity of the image, the colour of the background (`CILuminosityBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct LuminosityBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<LuminosityBlendMode>(
    "luminosityBlendMode", coreImageName: "CILuminosityBlendMode", .blendMode,
    "The luminosity of the image, the colour of the background.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { LuminosityBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.luminosity, input, backgroundImage) }
}

extension Filter where Self == LuminosityBlendMode {
  /// The luminosity of the image, the colour of the background.
  public static func luminosityBlendMode(backgroundImage: Image) -> LuminosityBlendMode {
    LuminosityBlendMode(backgroundImage: backgroundImage)
  }
}
