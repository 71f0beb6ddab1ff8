/// Linear burn or dodge by the image: `B = b + 2 s - 1`, held to 0...1 (`CILinearLightBlendMode`), on linear colours
/// held to 0...1, then composited over the background by alpha (ISO 32000-1, 11.3.6).
public struct LinearLightBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<LinearLightBlendMode>(
    "linearLightBlendMode", coreImageName: "CILinearLightBlendMode", .blendMode,
    "Burns or dodges by the image, linearly.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { LinearLightBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.linearLight, input, backgroundImage)
  }
}

extension Filter where Self == LinearLightBlendMode {
  /// Burns or dodges by the image, linearly.
  public static func linearLightBlendMode(backgroundImage: Image) -> LinearLightBlendMode {
    LinearLightBlendMode(backgroundImage: backgroundImage)
  }
}
