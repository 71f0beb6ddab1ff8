import Imaging

/// The picture continued beyond its edge by its mirror image. Half a face at the edge becomes a whole one, which a
/// network detects.
enum EdgeReflection {
  /// - Parameters:
  ///   - pixels: `rgba8`.
  ///   - shown: the part of them that shows the picture, in pixels.
  /// - Returns: the pixels, where those outside `shown` are replaced by the nearest reflection of those inside.
  static func continued(_ pixels: PixelBuffer, beyond shown: FaceCandidate) -> PixelBuffer {
    guard pixels.format == .rgba8 else { return pixels }
    let columns = sources(pixels.width, from: shown.minimum.x, to: shown.maximum.x)
    let rows = sources(pixels.height, from: shown.minimum.y, to: shown.maximum.y)
    var result = pixels
    let rowBytes = result.rowBytes
    result.withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        for (y, row) in rows.enumerated() {
          for (x, column) in columns.enumerated() {
            let (to, from) = (y &* rowBytes &+ 4 &* x, row &* pixels.rowBytes &+ 4 &* column)
            for channel in 0..<4 { target[to &+ channel] = source[from &+ channel] }
          }
        }
      }
    }
    return result
  }

  /// For each of `count` pixels along an axis its source. Partly shown pixels count as outside.
  private static func sources(_ count: Int, from start: Float, to end: Float) -> [Int] {
    let first = Int(min(max(start, 0), Float(count)).rounded(.up))
    let last = Int(min(max(end, 0), Float(count)).rounded(.down)) - 1
    guard first < last else { return Array(0..<count) }
    return (0..<count).map { index in
      let place = index < first ? 2 * first - 1 - index : index > last ? 2 * last + 1 - index : index
      return min(max(place, first), last)
    }
  }
}
