/// Reads a tile between its pixels. Beyond the tile its edge pixels are repeated, which are transparent where the image
/// ends.
struct BilinearSampler {
  private let base: UnsafeMutablePointer<Float>
  private let planeCount: Int
  private let width: Int
  private let limitX: Double
  private let limitY: Double
  private let originX: Double
  private let originY: Double

  /// - Precondition: the tile is at least 2 by 2.
  init(_ tile: Tile) {
    base = tile.base
    planeCount = tile.planeCount
    width = tile.rect.width
    limitX = Double(tile.rect.width - 2)
    limitY = Double(tile.rect.height - 2)
    originX = Double(tile.rect.minX)
    originY = Double(tile.rect.minY)
  }

  /// The premultiplied colour at a finite position.
  @inline(__always)
  func sample(_ place: Point) -> SIMD4<Float> {
    let left = (place.x - 0.5).rounded(.down)
    let top = (place.y - 0.5).rounded(.down)
    let fx = Float(place.x - 0.5 - left)
    let fy = Float(place.y - 0.5 - top)
    let x = Int(min(max(left - originX, 0), limitX))
    let line = Int(min(max(top - originY, 0), limitY))
    let first = base + (line &* width &+ x)
    var result = SIMD4<Float>()
    for plane in 0..<4 {
      let p = first + plane &* planeCount
      let upper = p[0] + (p[1] - p[0]) * fx
      let lower = p[width] + (p[width &+ 1] - p[width]) * fx
      result[plane] = upper + (lower - upper) * fy
    }
    return result
  }
}
