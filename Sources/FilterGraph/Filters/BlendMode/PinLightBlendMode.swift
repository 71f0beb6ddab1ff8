/// The smaller of background and twice the image where that is dark, the larger of background and twice the image less
/// 1 where it is light (`CIPinLightBlendMode`), on linear colours held to 0...1, then composited over the background by
/// alpha (ISO 32000-1, 11.3.6).
public struct PinLightBlendMode: Filter {
  /// The image below. Required.
  public var backgroundImage: Image

  public init(backgroundImage: Image) {
    self.backgroundImage = backgroundImage
  }

  public static let declaration = FilterDeclaration<PinLightBlendMode>(
    "pinLightBlendMode", coreImageName: "CIPinLightBlendMode", .blendMode,
    "Replaces what is lighter or darker than the image.",
    parameters: [
      .image("backgroundImage", \.backgroundImage, "The image below.")
    ],
    make: { PinLightBlendMode(backgroundImage: .empty) })

  public func output(for input: Image) -> Image {
    Image(BlendModeOperation.pinLight, input, backgroundImage)
  }
}

extension Filter where Self == PinLightBlendMode {
  /// Replaces what is lighter or darker than the image.
  public static func pinLightBlendMode(backgroundImage: Image) -> PinLightBlendMode {
    PinLightBlendMode(backgroundImage: backgroundImage)
  }
}
