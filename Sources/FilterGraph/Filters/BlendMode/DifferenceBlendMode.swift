/// The difference of both, without sign (`CIDifferenceBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct DifferenceBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<DifferenceBlendMode>(
    "differenceBlendMode", coreImageName: "CIDifferenceBlendMode", .blendMode, "The difference of both, without sign.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { DifferenceBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.difference, input, backgroundImage) }
}

extension Filter where Self == DifferenceBlendMode {
  /// The difference of both, without sign.
  public static func differenceBlendMode(backgroundImage: Image) -> DifferenceBlendMode {
    DifferenceBlendMode(backgroundImage: backgroundImage)
  }
}
