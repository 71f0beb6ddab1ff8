import Imaging

extension PixelBuffer {
  /// Replaces a rectangle by pixels of the same format.
  ///
  /// - Precondition: `part` has the size of `rect`, which lies inside the picture.
  package mutating func replace(_ rect: PixelRect, with part: PixelBuffer) {
    precondition(part.format == format && part.size == rect.size && PixelRect(size).contains(rect))
    let (pixelBytes, rowBytes) = (format.bytesPerPixel, rowBytes)
    withUnsafeMutableBytes { target in
      part.withUnsafeBytes { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for y in 0..<rect.height {
          (to + (rect.y + y) * rowBytes + rect.x * pixelBytes).copyMemory(
            from: from + y * part.rowBytes, byteCount: rect.width * pixelBytes)
        }
      }
    }
  }
}
