/// The lighter of both, component by component (`CILightenBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct LightenBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<LightenBlendMode>(
    "lightenBlendMode", coreImageName: "CILightenBlendMode", .blendMode, "The lighter of both, component by component.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { LightenBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.lighten, input, backgroundImage) }
}

extension Filter where Self == LightenBlendMode {
  /// The lighter of both, component by component.
  public static func lightenBlendMode(backgroundImage: Image) -> LightenBlendMode {
    LightenBlendMode(backgroundImage: backgroundImage)
  }
}
