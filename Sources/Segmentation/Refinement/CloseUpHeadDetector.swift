import Kernels

/// Detects heads that fill a picture without a visible face, seen from behind or tilted back, by their mattes.
enum CloseUpHeadDetector {
  /// The side of a square that fits into such a head but into no limb, as a fraction of the picture's long side.
  /// Measured: 0.19 to 0.6 for heads that fill pictures, at most 0.14 for whole people.
  private static let widest = 0.17

  /// The least share of hair among hair and skin: bellies, backs and hands that fill a picture have none.
  private static let leastHair = 0.04

  /// Whether hair and skin together hold a square as large as in a head that fills the picture.
  ///
  /// - Parameters:
  ///   - planes: the network's output, one plane for each ``MatteChannel``.
  ///   - needsHair: whether some of the head must be hair, so that bare skin alone is not a head.
  static func detects(in planes: PlanarBuffer<Float>, needsHair: Bool) -> Bool {
    let side = Int(widest * Double(max(planes.size.width, planes.size.height)))
    let (hair, skin) = (planes[MatteChannel.hair.rawValue], planes[MatteChannel.skin.rawValue])
    // The largest square that ends at a pixel is one larger than the smallest of those that end at its left, above it,
    // and between the two.
    var above = [Int](repeating: 0, count: planes.size.width + 1)
    var row = above
    var (headCount, hairCount) = (0, 0)
    var isWide = false
    var index = (hair: hair.startIndex, skin: skin.startIndex)
    for _ in 0..<planes.size.height {
      for x in 1...planes.size.width {
        let isHair = hair[index.hair] > 0.5
        let isHead = isHair || skin[index.skin] > 0.5
        if isHair { hairCount += 1 }
        if isHead { headCount += 1 }
        row[x] = isHead ? 1 + min(row[x - 1], above[x], above[x - 1]) : 0
        if row[x] > side { isWide = true }
        index = (index.hair + 1, index.skin + 1)
      }
      swap(&row, &above)
    }
    return isWide && (!needsHair || Double(hairCount) >= leastHair * Double(headCount))
  }
}
