import Kernels

/// A head that fills a picture and shows no face, from behind or thrown back, so that only its mattes tell that it is there.
enum FacelessHead {
  /// The side of a square, as a share of the picture's long side, that fits into such a head and into no limb: of heads
  /// that fill pictures 0.19 to 0.6 was measured, of whole people at most 0.14.
  private static let widest = 0.17

  /// Whether hair and skin lie together as wide as in a head that fills the picture.
  ///
  /// - Parameter planes: of ``MatteChannel``, as the network gives them.
  static func isShown(by planes: PlanarBuffer<Float>) -> Bool {
    let side = Int(widest * Double(max(planes.size.width, planes.size.height)))
    let (hair, skin) = (planes[MatteChannel.hair.rawValue], planes[MatteChannel.skin.rawValue])
    // The largest square that ends at a pixel is one larger than the smallest of those that end left of it, above it and
    // between the two.
    var above = [Int](repeating: 0, count: planes.size.width + 1)
    var row = above
    var index = (hair: hair.startIndex, skin: skin.startIndex)
    for _ in 0..<planes.size.height {
      for x in 1...planes.size.width {
        let isHead = hair[index.hair] > 0.5 || skin[index.skin] > 0.5
        row[x] = isHead ? 1 + min(row[x - 1], above[x], above[x - 1]) : 0
        if row[x] > side { return true }
        index = (index.hair + 1, index.skin + 1)
      }
      swap(&row, &above)
    }
    return false
  }
}
