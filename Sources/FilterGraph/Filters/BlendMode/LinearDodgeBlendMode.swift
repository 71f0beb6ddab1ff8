/// The sum, at most 1: `B = min(1, b + s)` (`CILinearDodgeBlendMode`), on linear colours held to 0...1, then composited
/// over the background by alpha (ISO 32000-1, 11.3.6).
public struct LinearDodgeBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<LinearDodgeBlendMode>(
    "linearDodgeBlendMode", coreImageName: "CILinearDodgeBlendMode", .blendMode, "The sum, held to white.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { LinearDodgeBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.linearDodge, input, backgroundImage)
  }
}

extension Filter where Self == LinearDodgeBlendMode {
  /// The sum, held to white.
  public static func linearDodgeBlendMode(backgroundImage: Image) -> LinearDodgeBlendMode {
    LinearDodgeBlendMode(backgroundImage: backgroundImage)
  }
}
