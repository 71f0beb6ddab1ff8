import Imaging

extension PixelBuffer {
  /// A part of the picture, its rows without padding.
  ///
  /// - Precondition: `rect` has pixels and lies inside the picture.
  public func cropped(to rect: PixelRect) -> PixelBuffer {
    precondition(!rect.isEmpty && PixelRect(size).contains(rect), "the part lies inside the picture")
    let count = rect.width * format.bytesPerPixel
    return PixelBuffer(size: rect.size, format: format, colorSpace: colorSpace, alphaType: alphaType) { result in
      withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = result.baseAddress else { return }
        for y in 0..<rect.height {
          let row = from + ((rect.y + y) * rowBytes + rect.x * format.bytesPerPixel)
          (to + y * count).copyMemory(from: row, byteCount: count)
        }
      }
    }
  }
}
