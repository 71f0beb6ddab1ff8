/// The darker of both, component by component (`CIDarkenBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct DarkenBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<DarkenBlendMode>(
    "darkenBlendMode", coreImageName: "CIDarkenBlendMode", .blendMode, "The darker of both, component by component.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { DarkenBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.darken, input, backgroundImage) }
}

extension Filter where Self == DarkenBlendMode {
  /// The darker of both, component by component.
  public static func darkenBlendMode(backgroundImage: Image) -> DarkenBlendMode {
    DarkenBlendMode(backgroundImage: backgroundImage)
  }
}
