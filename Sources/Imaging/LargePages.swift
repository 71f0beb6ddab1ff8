#if canImport(Glibc)
  import Glibc
#endif

/// Memory for pictures in pages of two megabytes, where Linux offers them: new memory of a picture's size is otherwise
/// handed out in ten thousand steps, which takes longer than writing it.
package enum LargePages {
  private static let pageSize = 1 << 21

  /// Asks for large pages for new memory that is about to be written whole. Memory of a few megabytes is left alone.
  package static func advise(_ memory: UnsafeRawBufferPointer) {
    guard memory.count >= 4 * pageSize, let base = memory.baseAddress else { return }
    let first = (Int(bitPattern: base) + pageSize - 1) & ~(pageSize - 1)
    let end = Int(bitPattern: base + memory.count) & ~(pageSize - 1)
    guard end > first, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
    // Only advice: where it is not taken, everything works as before.
    _ = madvise(start, end - first, MADV_HUGEPAGE)
  }
}
