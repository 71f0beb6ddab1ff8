/// The background less the image, at least 0: `B = max(0, b - s)` (`CISubtractBlendMode`), on linear colours held to
/// 0...1, then composited over the background by alpha (ISO 32000-1, 11.3.6).
public struct SubtractBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<SubtractBlendMode>(
    "subtractBlendMode", coreImageName: "CISubtractBlendMode", .blendMode, "The background less the image.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { SubtractBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.subtract, input, backgroundImage)
  }
}

extension Filter where Self == SubtractBlendMode {
  /// The background less the image.
  public static func subtractBlendMode(backgroundImage: Image) -> SubtractBlendMode {
    SubtractBlendMode(backgroundImage: backgroundImage)
  }
}
