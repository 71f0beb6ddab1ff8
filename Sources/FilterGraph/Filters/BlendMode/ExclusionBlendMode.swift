/// Like the difference, with less contrast (`CIExclusionBlendMode`; ISO 32000-1, 11.3.5), composited
/// over the background by alpha, on linear colours.
public struct ExclusionBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) { self.backgroundImage = backgroundImage }

  public static let declaration = FilterDeclaration<ExclusionBlendMode>(
    "exclusionBlendMode", coreImageName: "CIExclusionBlendMode", .blendMode, "Like the difference, with less contrast.",
    parameters: [.image("backgroundImage", \.backgroundImage, "The image below.")],
    make: { ExclusionBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image { Image(BlendModeOperation.exclusion, input, backgroundImage) }
}

extension Filter where Self == ExclusionBlendMode {
  /// Like the difference, with less contrast.
  public static func exclusionBlendMode(backgroundImage: Image) -> ExclusionBlendMode {
    ExclusionBlendMode(backgroundImage: backgroundImage)
  }
}
