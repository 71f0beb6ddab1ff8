import Imaging

/// One pixel, the mean of an area (`CIAreaAverage`): of premultiplied linear components. Pixels of the area beyond the
/// image count as transparent black. The result stands at 0.
public struct AreaAverage: Filter {
  public var extent: PixelRect?

  public init(extent: PixelRect? = nil) {
    self.extent = extent
  }

  public static let declaration = FilterDeclaration<AreaAverage>(
    "areaAverage", coreImageName: "CIAreaAverage", .reduction, "The mean of an area.",
    parameters: [
      .rect("extent", \.extent, default: "the image's extent", "The area that is looked at.")
    ],
    make: { AreaAverage() })

  public func output(for input: Image) -> Image {
    guard let area = extent ?? input.extent.rect, !area.isEmpty else {
      return Image(
        InvalidOperation(
          .invalidValue(key: "extent", filter: "areaAverage", reason: "there is no finite area to look at")), input)
    }
    return Image(AverageReduction(area: area), input)
  }
}

extension Filter where Self == AreaAverage {
  /// The mean of an area.
  public static func areaAverage(extent: PixelRect? = nil) -> AreaAverage {
    AreaAverage(extent: extent)
  }
}
