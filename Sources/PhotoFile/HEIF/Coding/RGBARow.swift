import Imaging

/// A row of pixels of any format as RGBA of 8 or 16 bits a component, the input of coding.
enum RGBARow {
  /// Writes `count` pixels and repeats the last up to `width`. Other formats are rounded; alpha is copied.
  static func copy<Sample: CodedSample>(
    _ source: UnsafeRawPointer, format: PixelFormat, count: Int, to row: UnsafeMutablePointer<Sample>,
    paddedTo width: Int
  ) {
    switch format {
    case .rgba8: copyColor(source.assumingMemoryBound(to: UInt8.self), 4 * count, to: row) { Sample(rounding: $0) }
    case .rgba16: copyColor(source.assumingMemoryBound(to: UInt16.self), 4 * count, to: row) { Sample(rounding: $0) }
    case .rgbaFloat:
      copyColor(source.assumingMemoryBound(to: Float.self), 4 * count, to: row) { Sample(rounding: $0) }
    case .l8: copyGray(source.assumingMemoryBound(to: UInt8.self), count, to: row) { Sample(rounding: $0) }
    case .l16: copyGray(source.assumingMemoryBound(to: UInt16.self), count, to: row) { Sample(rounding: $0) }
    case .lFloat: copyGray(source.assumingMemoryBound(to: Float.self), count, to: row) { Sample(rounding: $0) }
    }
    guard count < width else { return }
    for index in 4 * count..<4 * width { row[index] = row[index &- 4] }
  }

  /// Writes `count` samples of one component into the alpha of a row's pixels.
  static func copyAlpha<Sample: CodedSample>(
    _ source: UnsafeRawPointer, format: PixelFormat, count: Int, to row: UnsafeMutablePointer<Sample>
  ) {
    switch format {
    case .l16:
      let samples = source.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { row[4 &* index &+ 3] = Sample(rounding: samples[index]) }
    default:
      let samples = source.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { row[4 &* index &+ 3] = Sample(rounding: samples[index]) }
    }
  }

  @inline(__always)
  private static func copyColor<Source, Sample: CodedSample>(
    _ source: UnsafePointer<Source>, _ count: Int, to row: UnsafeMutablePointer<Sample>, _ convert: (Source) -> Sample
  ) {
    for index in 0..<count { row[index] = convert(source[index]) }
  }

  @inline(__always)
  private static func copyGray<Source, Sample: CodedSample>(
    _ source: UnsafePointer<Source>, _ count: Int, to row: UnsafeMutablePointer<Sample>, _ convert: (Source) -> Sample
  ) {
    for index in 0..<count {
      let gray = convert(source[index])
      for component in 0..<3 { row[4 &* index &+ component] = gray }
      row[4 &* index &+ 3] = .max
    }
  }
}
