import CPixelKernels
import Imaging

/// Writes pixels as a network's input: interleaved red, green and blue floats.
enum InputTensor {
  /// Writes a square of `side` pixels, black outside the region.
  ///
  /// - Parameters:
  ///   - range: the values of black and white.
  ///   - isMirrored: whether left and right are exchanged.
  /// - Precondition: `picture` is of format `rgba8`; `region` is inside it and not larger than the square.
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
          pk_rgb_floats8(
            first.assumingMemoryBound(to: UInt8.self), count, isMirrored ? 1 : 0, scale, offset, row)
        }
        if count < side { (row + count &* 3).update(repeating: offset, count: (side &- count) &* 3) }
      }
    }
  }
}
