import CPictureCodecs

/// The number of bytes of strips and tiles that their decoder needs of the stated lengths: data may be hidden after the
/// coded ones.
struct TIFFUsedBytes {
  /// Whether samples would take too long to decode, so that the stated lengths are used.
  private(set) var isIncomplete = false
  /// The lengths that were found, by the offsets of their directories.
  private(set) var lengths: [Int: [Int]] = [:]
  private var budget: UInt64
  private let memory: Int

  /// - Parameter pixels: those of the first picture.
  init(pixels: Int, limits: ReadingLimits) {
    let pixels = min(max(pixels, 0), limits.pixels)
    // All samples are decoded twice, also those of further pages.
    budget = 1 << 30 + 16 * UInt64(pixels)
    // The memory that reading the picture may take.
    memory = 16 << 20 + 16 * pixels
  }

  /// Finds the ends of a directory's samples.
  ///
  /// - Parameter stated: the stated lengths of its strips or tiles.
  mutating func find(in bytes: [UInt8], directory: Int, stated: [Int]) {
    guard !isIncomplete, lengths[directory] == nil else { return }
    var used = stated.map { UInt64($0) }
    var message = cpic_message()
    let status = bytes.withUnsafeBufferPointer {
      cpic_tiff_used_bytes(
        $0.baseAddress, $0.count, UInt64(directory), memory, &budget, &used, used.count, &message)
    }
    isIncomplete = status == CPIC_TOO_LARGE
    if status == CPIC_OK { lengths[directory] = used.map { Int($0) } }
  }
}
