/// The mean on the way from each pixel towards a centre, as of a lens that zoomed (`CIZoomBlur`): over `amount`
/// hundredths of the distance, at most all of it; below 0 away from the centre. The extent stays; beyond it the picture
/// is transparent.
public struct ZoomBlur: Filter {
  /// What the picture is zoomed to. In pixels, default: the image's centre.
  public var center: Point?
  /// Hundredths of the distance to the centre. In pixels, default 20.
  public var amount: Double

  public init(center: Point? = nil, amount: Double = 20) {
    self.center = center
    self.amount = amount
  }

  public static let declaration = FilterDeclaration<ZoomBlur>(
    "zoomBlur", coreImageName: "CIZoomBlur", .blur, "The mean on the way to a centre, as of a lens that zoomed.",
    parameters: [
      .point("center", \.center, default: "the image's centre", "What the picture is zoomed to."),
      .number("amount", \.amount, unit: .pixels, "Hundredths of the distance to the centre."),
    ],
    make: { ZoomBlur() })

  public func output(for input: Image) -> Image {
    guard amount != 0, !input.extent.isEmpty else { return input }
    let fraction = min(max(amount / 100, -1), 1)
    return Image(
      ZoomBlurOperation(center: center ?? input.center, fraction: fraction, source: input.extent), input)
  }
}

extension Filter where Self == ZoomBlur {
  /// The mean on the way to a centre, as of a lens that zoomed.
  public static func zoomBlur(center: Point? = nil, amount: Double = 20) -> ZoomBlur {
    ZoomBlur(center: center, amount: amount)
  }
}
