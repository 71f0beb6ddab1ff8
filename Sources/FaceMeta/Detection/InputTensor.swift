import Imaging

/// Pixels as a network takes them: floats, one after the other red, green, blue.
enum InputTensor {
  /// Writes a square of `side` pixels: the region's, and black where it is smaller.
  ///
  /// - Precondition: `picture` is of format `rgba8`, and `region` is inside it and not larger than the square.
  static func fill(
    _ input: UnsafeMutableBufferPointer<Float>, side: Int, from picture: PixelBuffer, region: PixelRect,
    range: ClosedRange<Float>, isMirrored: Bool = false
  ) {
    precondition(picture.format == .rgba8 && PixelRect(picture.size).contains(region))
    precondition(region.width <= side && region.height <= side && input.count >= side * side * 3)
    let scale = (range.upperBound - range.lowerBound) / 255
    let offset = range.lowerBound
    picture.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let output = input.baseAddress else { return }
      for y in 0..<side {
        let row = output + y &* side &* 3
        let count = y < region.height ? region.width : 0
        if count > 0 {
          let first = base + ((region.y &+ y) &* picture.rowBytes &+ region.x &* 4)
          let pixels = first.assumingMemoryBound(to: UInt8.self)
          for x in 0..<count {
            let from = pixels + (isMirrored ? count &- 1 &- x : x) &* 4
            row[3 &* x] = Float(from[0]) * scale + offset
            row[3 &* x &+ 1] = Float(from[1]) * scale + offset
            row[3 &* x &+ 2] = Float(from[2]) * scale + offset
          }
        }
        if count < side { (row + count &* 3).update(repeating: offset, count: (side &- count) &* 3) }
      }
    }
  }
}
