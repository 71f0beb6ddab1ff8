/// Darkens the background by the image (`CIColorBurnBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct ColorBurnBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<ColorBurnBlendMode>(
    "colorBurnBlendMode", coreImageName: "CIColorBurnBlendMode", .blendMode, "Darkens the background by the image.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { ColorBurnBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.colorBurn, input, backgroundImage) }
}

extension Filter where Self == ColorBurnBlendMode {
  /// Darkens the background by the image.
  public static func colorBurnBlendMode(backgroundImage: Image) -> ColorBurnBlendMode {
    ColorBurnBlendMode(backgroundImage: backgroundImage)
  }
}
