/// Brightens the background by the image (`CIColorDodgeBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct ColorDodgeBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<ColorDodgeBlendMode>(
    "colorDodgeBlendMode", coreImageName: "CIColorDodgeBlendMode", .blendMode, "Brightens the background by the image.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { ColorDodgeBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.colorDodge, input, backgroundImage) }
}

extension Filter where Self == ColorDodgeBlendMode {
  /// Brightens the background by the image.
  public static func colorDodgeBlendMode(backgroundImage: Image) -> ColorDodgeBlendMode {
    ColorDodgeBlendMode(backgroundImage: backgroundImage)
  }
}
