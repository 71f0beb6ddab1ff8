/// The hue and saturation of the image, the luminosity of the background (`CIColorBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct ColorBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<ColorBlendMode>(
    "colorBlendMode", coreImageName: "CIColorBlendMode", .blendMode,
    "The hue and saturation of the image, the luminosity of the background.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { ColorBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.color, input, backgroundImage) }
}

extension Filter where Self == ColorBlendMode {
  /// The hue and saturation of the image, the luminosity of the background.
  public static func colorBlendMode(backgroundImage: Image) -> ColorBlendMode {
    ColorBlendMode(backgroundImage: backgroundImage)
  }
}
