import Imaging

extension PixelBuffer {
  /// The samples of a gray picture as one component of 8 or 16 bits; nil if it has colour or transparency. An opaque
  /// alpha channel does not count.
  package var grayComponent: PixelBuffer? {
    guard format.componentCount == 4 else { return self }
    let step = format.bitsPerComponent / 8
    guard step <= 2 else { return nil }
    let hasAlpha = alphaType != .opaque
    var isGray = true
    let gray = PixelBuffer(size: size, format: step == 1 ? .l8 : .l16, colorSpace: .linearGray) { target in
      withUnsafeBytes { source in
        for y in 0..<height {
          for x in 0..<width {
            let at = y * rowBytes + 4 * step * x
            for byte in 0..<step {
              let sample = source[at + byte]
              if source[at + step + byte] != sample || source[at + 2 * step + byte] != sample { isGray = false }
              if hasAlpha, source[at + 3 * step + byte] != .max { isGray = false }
              target[(y * width + x) * step + byte] = sample
            }
          }
        }
      }
    }
    return isGray ? gray : nil
  }
}
