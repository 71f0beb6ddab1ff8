import Imaging

@testable import Capture

/// A face detector that reports bright areas as faces.
struct BrightSquares: MetadataDetector {
  var types: Set<MetadataObjectType> { [.face] }
  func makeSearch() -> any MetadataSearch { Search() }

  private final class Search: MetadataSearch {
    func objects(in frame: Frame, _ request: MetadataRequest) -> [any MetadataObject] {
      BrightSquares.bounds(in: frame).map { [Face(id: 5, time: frame.time, bounds: $0)] } ?? []
    }
  }

  /// The bounds of red above one half, in the stored frame.
  static func bounds(in frame: Frame) -> NormalizedRect? {
    let (width, height) = (frame.size.width, frame.size.height)
    let bytes = frame.pixels.bytes
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      for x in 0..<width where bytes[4 * (y * width + x)] > 127 {
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
    }
    guard right >= left else { return nil }
    return NormalizedRect(
      x: Double(left) / Double(width), y: Double(top) / Double(height),
      width: Double(right + 1 - left) / Double(width), height: Double(bottom + 1 - top) / Double(height))
  }
}
