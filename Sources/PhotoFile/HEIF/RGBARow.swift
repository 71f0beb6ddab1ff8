import Imaging

/// A row of pixels of any format as 8-bit RGBA, which is what is coded.
enum RGBARow {
  /// Writes `count` pixels and repeats the last up to `width`. Deeper samples are rounded; alpha is copied as it is.
  static func copy(
    _ source: UnsafeRawPointer, format: PixelFormat, count: Int, to row: UnsafeMutablePointer<UInt8>,
    paddedTo width: Int
  ) {
    switch format {
    case .rgba8: UnsafeMutableRawPointer(row).copyMemory(from: source, byteCount: 4 * count)
    case .rgba16:
      let samples = source.assumingMemoryBound(to: UInt16.self)
      for index in 0..<4 * count { row[index] = narrow(samples[index]) }
    case .rgbaFloat:
      let samples = source.assumingMemoryBound(to: Float.self)
      for index in 0..<4 * count { row[index] = narrow(samples[index]) }
    case .l8:
      let samples = source.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { store(samples[index], at: index, of: row) }
    case .l16:
      let samples = source.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { store(narrow(samples[index]), at: index, of: row) }
    case .lFloat:
      let samples = source.assumingMemoryBound(to: Float.self)
      for index in 0..<count { store(narrow(samples[index]), at: index, of: row) }
    }
    guard count < width else { return }
    for index in 4 * count..<4 * width { row[index] = row[index - 4] }
  }

  private static func narrow(_ sample: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(sample) &* 255 &+ 32_767) / 65_535)
  }

  private static func narrow(_ sample: Float) -> UInt8 {
    // NaN fails the comparison and becomes 0.
    sample > 0 ? UInt8(min(sample, 1) * 255 + 0.5) : 0
  }

  private static func store(_ gray: UInt8, at index: Int, of row: UnsafeMutablePointer<UInt8>) {
    for component in 0..<3 { row[4 * index + component] = gray }
    row[4 * index + 3] = 255
  }
}
