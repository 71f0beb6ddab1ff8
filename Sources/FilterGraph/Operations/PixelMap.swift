import Imaging

/// The source position of each pixel of a warped image.
protocol PixelMap: Sendable {
  var name: String { get }
  /// The place in the input shown at a place; nil for transparent.
  func source(of place: Point) -> Point?
  /// Places of the input to which the inside of `region` may map though its border does not.
  func anchors(in region: PixelRect) -> [Point]
}

extension PixelMap {
  func anchors(in region: PixelRect) -> [Point] { [] }
}
