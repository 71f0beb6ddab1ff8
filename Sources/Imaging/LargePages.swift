#if canImport(Glibc)
  import Glibc
#endif

/// Requests huge pages (2 MiB) for pictures where Linux has them. Memory of a picture's size otherwise comes in ten
/// thousand page faults, which take longer than writing it.
package enum LargePages {
  private static let pageSize = 1 << 21

  /// Advises huge pages for new memory that is about to be written. Memory below 8 MiB is left alone.
  package static func advise(_ memory: UnsafeRawBufferPointer) {
    guard memory.count >= 4 * pageSize, let base = memory.baseAddress else { return }
    let first = (Int(bitPattern: base) + pageSize - 1) & ~(pageSize - 1)
    let end = Int(bitPattern: base + memory.count) & ~(pageSize - 1)
    guard end > first, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
    // Only advice: without it everything works, slower.
    _ = madvise(start, end - first, MADV_HUGEPAGE)
  }
}
