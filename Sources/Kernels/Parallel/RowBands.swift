import Dispatch

/// The rows of a picture in consecutive bands, processed by all cores concurrently.
package struct RowBands: Sendable, Hashable {
  package let height: Int
  package let rowsPerBand: Int

  /// Bands of equal height, the last one possibly lower; no band is lower than `minimumRows` if there are two.
  package init(height: Int, minimumRows: Int = 16) {
    self.height = max(0, height)
    // More bands than cores, so that a delayed core does not delay the rest.
    rowsPerBand = max(1, minimumRows, (self.height + 63) / 64)
  }

  package var count: Int { (height + rowsPerBand - 1) / rowsPerBand }

  package func rows(ofBand index: Int) -> Range<Int> {
    index * rowsPerBand..<min(height, (index + 1) * rowsPerBand)
  }

  /// Calls `body` with the rows of each band, once each, from several threads; returns when all are done.
  package func concurrentPerform(_ body: @Sendable (Range<Int>) -> Void) {
    guard count > 1 else {
      if height > 0 { body(0..<height) }
      return
    }
    DispatchQueue.concurrentPerform(iterations: count) { body(rows(ofBand: $0)) }
  }
}
