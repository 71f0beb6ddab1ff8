import Imaging

/// The luma of the mesh's pixels at a third of their size: an input of ``YawNetwork``.
enum DownsampledLuma {
  /// Pixels per value, along each side.
  private static let cell = 3
  static let side = FaceMesh.inputSize / cell
  /// BT.709 weights, in units of 2^-14.
  private static let weights: (red: Int32, green: Int32, blue: Int32) = (3483, 11718, 1183)

  /// The mean of each cell, `0...1`, row by row.
  ///
  /// - Precondition: `pixels` is of format `rgba8` and ``FaceMesh/inputSize`` a side.
  static func values(of pixels: PixelBuffer) -> [Float] {
    precondition(pixels.format == .rgba8 && min(pixels.width, pixels.height) >= side * cell)
    let scale = 1 / (255 * 16384 * Float(cell * cell))
    return [Float](unsafeUninitializedCapacity: side * side) { values, count in
      count = side * side
      pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        for y in 0..<side {
          for x in 0..<side {
            var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
            for v in 0..<cell {
              let row = base + ((y &* cell &+ v) &* pixels.rowBytes &+ x &* cell &* 4)
              for u in 0..<cell {
                red &+= Int32(row[4 &* u])
                green &+= Int32(row[4 &* u &+ 1])
                blue &+= Int32(row[4 &* u &+ 2])
              }
            }
            let sum = red &* weights.red &+ green &* weights.green &+ blue &* weights.blue
            values[y &* side &+ x] = Float(sum) * scale
          }
        }
      }
    }
  }
}
