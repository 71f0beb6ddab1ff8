import CPictureCodecs

/// How many bytes of strips and tiles their decoder needs of what their directories state: behind the coded data something
/// may be hidden.
struct TIFFUsedBytes {
  /// Whether samples would take too long to decode, so that as many bytes count as their directories state.
  private(set) var isIncomplete = false
  /// The lengths that were found, by the places of their directories.
  private(set) var lengths: [Int: [Int]] = [:]
  private var budget: UInt64
  private let memory: Int

  /// - Parameter pixels: those of the first picture.
  init(pixels: Int, limits: ReadingLimits) {
    let pixels = min(max(pixels, 0), limits.pixels)
    // All samples are decoded twice, those of further pages, too.
    budget = 1 << 30 + 16 * UInt64(pixels)
    // As for reading the picture.
    memory = 16 << 20 + 16 * pixels
  }

  /// Looks for the ends of a directory's samples.
  ///
  /// - Parameter stated: the lengths that it states of its strips or tiles.
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
