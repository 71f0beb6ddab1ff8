/// Colour burn by twice the image where it is dark, colour dodge by twice the image less 1 where it is light
/// (`CIVividLightBlendMode`), on linear colours held to 0...1, then composited over the background by alpha (ISO
/// 32000-1, 11.3.6).
public struct VividLightBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<VividLightBlendMode>(
    "vividLightBlendMode", coreImageName: "CIVividLightBlendMode", .blendMode, "Burns or dodges by the image.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { VividLightBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.vividLight, input, backgroundImage)
  }
}

extension Filter where Self == VividLightBlendMode {
  /// Burns or dodges by the image.
  public static func vividLightBlendMode(backgroundImage: Image) -> VividLightBlendMode {
    VividLightBlendMode(backgroundImage: backgroundImage)
  }
}
