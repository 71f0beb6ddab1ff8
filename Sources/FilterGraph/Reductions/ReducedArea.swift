import Imaging

extension Image {
  /// What a reduction makes of an area, or of the whole image; invalid where that is empty or without end.
  ///
  /// - Parameter filter: the name of the filter that reduces, for the error.
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
