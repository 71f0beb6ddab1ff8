/// The hue of the image, the rest of the background (`CIHueBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct HueBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<HueBlendMode>(
    "hueBlendMode", coreImageName: "CIHueBlendMode", .blendMode, "The hue of the image, the rest of the background.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { HueBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.hue, input, backgroundImage) }
}

extension Filter where Self == HueBlendMode {
  /// The hue of the image, the rest of the background.
  public static func hueBlendMode(backgroundImage: Image) -> HueBlendMode {
    HueBlendMode(backgroundImage: backgroundImage)
  }
}
