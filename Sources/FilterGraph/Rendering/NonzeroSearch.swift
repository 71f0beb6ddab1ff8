/// Searches bytes for nonzero ones. Many are compared at once, because most of a matte is 0.
struct NonzeroSearch {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The first index in a range whose byte is not 0.
  func first(in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start + 32 <= range.upperBound, isZero(from: start) { start += 32 }
    while start < range.upperBound {
      if bytes[start] != 0 { return start }
      start += 1
    }
    return nil
  }

  /// The last index in a range whose byte is not 0.
  func last(in range: Range<Int>) -> Int? {
    var end = range.upperBound
    while end - 32 >= range.lowerBound, isZero(from: end - 32) { end -= 32 }
    while end > range.lowerBound {
      end -= 1
      if bytes[end] != 0 { return end }
    }
    return nil
  }

  /// Whether 32 bytes are 0.
  private func isZero(from start: Int) -> Bool {
    func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: start + 8 * index, as: UInt64.self) }
    return word(0) | word(1) | word(2) | word(3) == 0
  }
}
