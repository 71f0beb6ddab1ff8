/// The background divided by the image, at most 1: `B = min(1, b / s)`; black stays black (`CIDivideBlendMode`), on
/// linear colours held to 0...1, then composited over the background by alpha (ISO 32000-1, 11.3.6).
public struct DivideBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<DivideBlendMode>(
    "divideBlendMode", coreImageName: "CIDivideBlendMode", .blendMode, "The background divided by the image.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { DivideBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.divide, input, backgroundImage)
  }
}

extension Filter where Self == DivideBlendMode {
  /// The background divided by the image.
  public static func divideBlendMode(backgroundImage: Image) -> DivideBlendMode {
    DivideBlendMode(backgroundImage: backgroundImage)
  }
}
