import Kernels

/// Makes the mattes of one picture consistent: hair and skin sum to at most 255 in a pixel, and portrait is at least
/// their sum.
enum MatteConsistency {
  static func apply(to planes: inout PlanarBuffer<UInt8>) {
    let area = planes.size.area
    let (hair, skin, portrait) = (
      MatteChannel.hair.rawValue * area, MatteChannel.skin.rawValue * area, MatteChannel.portrait.rawValue * area
    )
    let width = planes.size.width
    planes.samples.withUnsafeMutableBufferPointer { samples in
      // Each band writes its own rows.
      nonisolated(unsafe) let samples = samples
      RowBands(height: planes.size.height).concurrentPerform { rows in
        for index in rows.lowerBound &* width..<rows.upperBound &* width {
          var h = Int(samples[hair &+ index])
          var s = Int(samples[skin &+ index])
          if h &+ s > 255 {
            let sum = h &+ s
            h = (h &* 255 &+ sum / 2) / sum
            s = 255 &- h
          }
          samples[hair &+ index] = UInt8(truncatingIfNeeded: h)
          samples[skin &+ index] = UInt8(truncatingIfNeeded: s)
          let person = max(Int(samples[portrait &+ index]), h &+ s)
          samples[portrait &+ index] = UInt8(truncatingIfNeeded: person)
        }
      }
    }
  }
}
