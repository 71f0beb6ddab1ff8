import Imaging

/// The source of a pixel of a warped image.
protocol PixelMap: Sendable {
  var name: String { get }
  /// The place in the input that is shown at a place; nil where nothing is shown.
  func source(of place: Point) -> Point?
  /// Places of the input that the border of `region` does not lead to though its inside may.
  func anchors(in region: PixelRect) -> [Point]
}

extension PixelMap {
  func anchors(in region: PixelRect) -> [Point] { [] }
}
