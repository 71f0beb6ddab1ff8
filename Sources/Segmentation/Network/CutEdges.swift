import Imaging
import Kernels

/// The edges of a region that cut a person: a person touches them, and they are not edges of the picture.
struct CutEdges: Sendable, Equatable {
  var left = false
  var top = false
  var right = false
  var bottom = false

  var isAny: Bool { left || top || right || bottom }

  /// The share of an edge's cells that must show a person. A few are noise.
  private static let share = 0.02

  init(left: Bool = false, top: Bool = false, right: Bool = false, bottom: Bool = false) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// - Parameters:
  ///   - planes: the prediction of the region, a plane for each ``MatteChannel``.
  ///   - region: the region, in pixels of the picture.
  ///   - size: the picture's size.
  init(of planes: PlanarBuffer<Float>, in region: PixelRect, of size: PixelSize) {
    let portrait = planes[MatteChannel.portrait.rawValue]
    let (width, height, first) = (planes.size.width, planes.size.height, portrait.startIndex)
    func isCut(_ count: Int, _ index: (Int) -> Int) -> Bool {
      var people = 0
      for cell in 0..<count where portrait[first + index(cell)] > 0.5 { people += 1 }
      return people > max(1, Int(Double(count) * Self.share))
    }
    left = region.minX > 0 && isCut(height) { $0 * width }
    top = region.minY > 0 && isCut(width) { $0 }
    right = region.maxX < size.width && isCut(height) { $0 * width + width - 1 }
    bottom = region.maxY < size.height && isCut(width) { (height - 1) * width + $0 }
  }

  /// The region with those edges moved outwards by `distance` pixels.
  func moving(_ region: PixelRect, by distance: Int) -> PixelRect {
    let (left, top) = (left ? distance : 0, top ? distance : 0)
    return PixelRect(
      x: region.x - left, y: region.y - top, width: region.width + left + (right ? distance : 0),
      height: region.height + top + (bottom ? distance : 0))
  }
}
