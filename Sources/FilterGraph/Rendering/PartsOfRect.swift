import Imaging

extension PixelRect {
  /// The rectangle in parts of a size, row by row; those at its right and lower edge are smaller.
  func parts(of size: PixelSize) -> [PixelRect] {
    stride(from: minY, to: maxY, by: size.height).flatMap { y in
      stride(from: minX, to: maxX, by: size.width).map { x in
        PixelRect(x: x, y: y, width: min(size.width, maxX - x), height: min(size.height, maxY - y))
      }
    }
  }
}
