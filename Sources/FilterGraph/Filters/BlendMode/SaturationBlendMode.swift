/// The saturation of the image, the rest of the background (`CISaturationBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct SaturationBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<SaturationBlendMode>(
    "saturationBlendMode", coreImageName: "CISaturationBlendMode", .blendMode,
    "The saturation of the image, the rest of the background.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SaturationBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.saturation, input, backgroundImage) }
}

extension Filter where Self == SaturationBlendMode {
  /// The saturation of the image, the rest of the background.
  public static func saturationBlendMode(backgroundImage: Image) -> SaturationBlendMode {
    SaturationBlendMode(backgroundImage: backgroundImage)
  }
}
