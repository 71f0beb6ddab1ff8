/// Multiplies or screens, as the image is dark or light (`CIHardLightBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct HardLightBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<HardLightBlendMode>(
    "hardLightBlendMode", coreImageName: "CIHardLightBlendMode", .blendMode,
    "Multiplies or screens, as the image is dark or light.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { HardLightBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.hardLight, input, backgroundImage) }
}

extension Filter where Self == HardLightBlendMode {
  /// Multiplies or screens, as the image is dark or light.
  public static func hardLightBlendMode(backgroundImage: Image) -> HardLightBlendMode {
    HardLightBlendMode(backgroundImage: backgroundImage)
  }
}
