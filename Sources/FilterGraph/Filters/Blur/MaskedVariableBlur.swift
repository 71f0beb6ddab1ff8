/// A Gaussian blur whose radius follows a mask: none where the mask's green component is 0, the whole radius where it
/// is 1.
///
/// Between, sigma is the mask times the radius, within 2 levels of 255: a pixel is interpolated from blurs whose sigmas
/// are a factor of 1.41 apart. The edge is repeated outwards, and the result keeps the image's extent.
///
/// As in Core Image's documentation of `CIMaskedVariableBlur`.
public struct MaskedVariableBlur: Filter {
  /// 0 leaves the image sharp, 1 blurs it by the whole radius. Required.
  public var mask: Image
  /// Sigma where the mask is 1. In pixels, at least 0, default 5.
  public var radius: Double = 5

  init() { mask = .empty }

  public static let declaration = FilterDeclaration<MaskedVariableBlur>(
    "maskedVariableBlur", coreImageName: "CIMaskedVariableBlur", .blur, "A Gaussian blur as strong as a mask says.",
    law: """
      A Gaussian blur whose radius follows a mask: none where the mask's green component is 0, the whole radius \
      where it is 1.

      Between, sigma is the mask times the radius, within 2 levels of 255: a pixel is interpolated from blurs whose \
      sigmas are a factor of 1.41 apart. The edge is repeated outwards, and the result keeps the image's extent.
      """,
    parameters: [
      .image("mask", \.mask, "0 leaves the image sharp, 1 blurs it by the whole radius."),
      .number("radius", \.radius, in: 0 ... .infinity, unit: .pixels, "Sigma where the mask is 1."),
    ],
    make: { MaskedVariableBlur() })

  public func output(for input: Image) -> Image {
    guard radius > 0 else { return input }
    let clamped = input.clampedToExtent()
    let blurs = Blur.gaussians(VariableBlur.sigmas(upTo: radius), of: clamped).map(\.node)
    return Image(
      ImageNode(VariableBlur(radius: radius, keepsOpaque: input.isOpaque), [input.node] + blurs + [mask.node]))
  }
}
