/// The sum less 1, at least 0: `B = max(0, b + s - 1)` (`CILinearBurnBlendMode`), on linear colours held to 0...1, then
/// composited over the background by alpha (ISO 32000-1, 11.3.6).
public struct LinearBurnBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<LinearBurnBlendMode>(
    "linearBurnBlendMode", coreImageName: "CILinearBurnBlendMode", .blendMode, "The sum less white.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { LinearBurnBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.linearBurn, input, backgroundImage)
  }
}

extension Filter where Self == LinearBurnBlendMode {
  /// The sum less white.
  public static func linearBurnBlendMode(backgroundImage: Image) -> LinearBurnBlendMode {
    LinearBurnBlendMode(backgroundImage: backgroundImage)
  }
}
