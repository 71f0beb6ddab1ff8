/// Darkens or lightens softly, as the image is dark or light (`CISoftLightBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct SoftLightBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<SoftLightBlendMode>(
    "softLightBlendMode", coreImageName: "CISoftLightBlendMode", .blendMode,
    "Darkens or lightens softly, as the image is dark or light.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { SoftLightBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.softLight, input, backgroundImage) }
}

extension Filter where Self == SoftLightBlendMode {
  /// Darkens or lightens softly, as the image is dark or light.
  public static func softLightBlendMode(backgroundImage: Image) -> SoftLightBlendMode {
    SoftLightBlendMode(backgroundImage: backgroundImage)
  }
}
