/// The product of both colours (`CIMultiplyBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct MultiplyBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<MultiplyBlendMode>(
    "multiplyBlendMode", coreImageName: "CIMultiplyBlendMode", .blendMode, "The product of both colours.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { MultiplyBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.multiply, input, backgroundImage) }
}

extension Filter where Self == MultiplyBlendMode {
  /// The product of both colours.
  public static func multiplyBlendMode(backgroundImage: Image) -> MultiplyBlendMode {
    MultiplyBlendMode(backgroundImage: backgroundImage)
  }
}
