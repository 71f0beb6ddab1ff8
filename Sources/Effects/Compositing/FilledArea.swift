import FilterGraph
import Imaging

extension Matte {
  /// The part of a picture of `size` in which the matte may be above 0; nil if it is black everywhere.
  func filledArea(in size: PixelSize) -> PixelRect? {
    let (width, height) = (pixels.width, pixels.height)
    var (left, right, top, bottom) = (width, -1, height, -1)
    pixels.withUnsafeBytes { bytes in
      for y in 0..<height {
        let row = bytes[y * pixels.rowBytes..<y * pixels.rowBytes + width]
        guard let first = row.firstIndex(where: { $0 > 0 }), let last = row.lastIndex(where: { $0 > 0 }) else {
          continue
        }
        left = min(left, first - row.startIndex)
        right = max(right, last - row.startIndex)
        top = min(top, y)
        bottom = y
      }
    }
    guard right >= left else { return nil }
    // Between two samples the matte interpolates both.
    let area = NormalizedRect(
      x: Double(left - 1) / Double(width), y: Double(top - 1) / Double(height),
      width: Double(right - left + 3) / Double(width), height: Double(bottom - top + 3) / Double(height))
    return area.pixels(in: size)
  }
}
