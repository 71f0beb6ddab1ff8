import Imaging
import Kernels

/// Reduces a picture whose rows arrive strip by strip.
struct StripReducer {
  private let reduction: AreaReduction
  private let target: UnsafeMutableRawPointer
  private let rowBytes: Int
  /// The sums of a row that the last strip has left incomplete.
  private var unfinished: [Float]

  /// - Parameter target: memory for the reduced picture, with rows `rowBytes` apart.
  init(reduction: AreaReduction, target: UnsafeMutableRawPointer, rowBytes: Int) {
    self.reduction = reduction
    self.target = target
    self.rowBytes = rowBytes
    unfinished = [Float](repeating: 0, count: reduction.sumCount)
  }

  /// Adds the next rows, on all cores.
  ///
  /// - Parameter provide: calls its argument with each of some rows and its samples. It is called from several threads,
  ///   and twice for the rows shared by two of the reduced picture's.
  mutating func add(
    _ rows: Range<Int>, provide: @Sendable (Range<Int>, (Int, UnsafeRawPointer) -> Void) -> Void
  ) {
    let weights = reduction.rows
    let touched = (0..<weights.count).lazy.filter { weights.span($0).overlaps(rows) }
    guard let first = touched.first, let last = touched.last else { return }
    let reduction = reduction
    let before = unfinished
    // Each job writes its own rows, and one of them the remaining sums.
    var after = [Float](repeating: 0, count: unfinished.count)
    after.withUnsafeMutableBufferPointer { after in
      nonisolated(unsafe) let (after, target) = (after.baseAddress, target)
      let rowBytes = rowBytes
      RowBands(height: last - first + 1, minimumRows: 4).concurrentPerform { band in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: before.count) { sums in
          guard let base = sums.baseAddress else { return }
          for row in first + band.lowerBound..<first + band.upperBound {
            let span = weights.span(row)
            if span.lowerBound < rows.lowerBound {
              _ = sums.update(fromContentsOf: before)
            } else {
              sums.update(repeating: 0)
            }
            provide(span.clamped(to: rows)) { y, samples in
              reduction.add(samples, weight: weights.weight(of: y, in: row), to: base)
            }
            if span.upperBound <= rows.upperBound {
              reduction.finish(base, into: target + row * rowBytes)
            } else {
              after?.update(from: base, count: before.count)
            }
          }
        }
      }
    }
    unfinished = after
  }
}
