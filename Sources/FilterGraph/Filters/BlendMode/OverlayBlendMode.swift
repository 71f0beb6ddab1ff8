/// Multiplies or screens, as the background is dark or light (`CIOverlayBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct OverlayBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<OverlayBlendMode>(
    "overlayBlendMode", coreImageName: "CIOverlayBlendMode", .blendMode,
    "Multiplies or screens, as the background is dark or light.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { OverlayBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.overlay, input, backgroundImage) }
}

extension Filter where Self == OverlayBlendMode {
  /// Multiplies or screens, as the background is dark or light.
  public static func overlayBlendMode(backgroundImage: Image) -> OverlayBlendMode {
    OverlayBlendMode(backgroundImage: backgroundImage)
  }
}
