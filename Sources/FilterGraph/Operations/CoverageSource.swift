import Imaging

/// Bytes as a mix of two colours: 0 is the first, 255 the second, linear in light.
struct CoverageSource: SourceOperation {
  let name: String
  private let rect: PixelRect
  private let coverage: [UInt8]
  private let width: Int
  private let empty: SIMD4<Float>
  private let full: SIMD4<Float>

  /// - Parameter coverage: `size.area` bytes, row by row; the picture begins at 0.
  init(
    _ name: String, _ coverage: [UInt8], _ size: PixelSize, from empty: Color = .clear, to full: Color
  ) {
    self.name = name
    self.coverage = coverage
    width = size.width
    rect = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    self.empty = empty.premultiplied
    self.full = full.premultiplied
  }

  func extent(of inputs: [Extent]) -> Extent { Extent(rect) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { empty.w == 1 && full.w == 1 }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    coverage.withUnsafeBufferPointer { bytes in
      let line = row.y * width
      for i in 0..<row.count {
        let share = Float(bytes[line + row.x + i]) / 255
        let color = empty + (full - empty) * share
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = color.w
      }
    }
  }
}
