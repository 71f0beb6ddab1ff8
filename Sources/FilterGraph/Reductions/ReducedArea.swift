import Imaging

extension Image {
  /// The result of a reduction of an area, or of the whole image; invalid if that is empty or infinite.
  ///
  /// - Parameter filter: the name of the filter, for the error.
  func reduced(
    over extent: PixelRect?, by filter: String, _ reduction: (PixelRect) -> some ReductionOperation
  ) -> Image {
    guard let area = extent ?? self.extent.rect, !area.isEmpty else {
      let reason = "there is no finite area to look at"
      return Image(InvalidOperation(.invalidValue(key: "extent", filter: filter, reason: reason)), self)
    }
    return Image(reduction(area), self)
  }
}
