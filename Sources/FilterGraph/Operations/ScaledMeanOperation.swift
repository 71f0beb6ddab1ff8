import CPixelKernels
import Glibc
import Imaging

/// The mean of copies of a picture, each scaled about a centre by the same factor relative to the one before, and
/// weighted by its scale: each sample of a pixel is weighted by its distance from the next.
///
/// Nested means multiply the number of copies: 729 take six passes of three.
struct ScaledMeanOperation: RegionOperation {
  let center: Point
  /// From one copy's scale to the next.
  let factor: Double
  let count: Int
  /// The first copy's scale as a power of the factor: 0 is the picture itself, a half the middle of the way to the
  /// next.
  let start: Double
  let sampling: AxisSampling.Kernel
  let source: Extent
  /// How far beyond the source the result reaches on each side: what lies there counts for the copies of the next pass.
  let rim: Int
  /// Whether all that is read is opaque, so that alpha stays exactly 1.
  let keepsOpaque: Bool
  /// Whether an alpha of 1 is written.
  let isAlphaRead: Bool

  var name: String { "scaledMean x\(count)" }
  func extent(of inputs: [Extent]) -> Extent { source.rect.map { Extent($0.outset(by: rim)) } ?? source }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  private var scales: [Double] { (0..<count).map { pow(factor, Double($0) + start) } }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let scale = pow(factor, Double(count - 1) + start)
    func reach(_ low: Int, _ high: Int, _ center: Double, in samples: Range<Int>?) -> Range<Int> {
      let ends = [low, high].map { center + (Double($0) - center) * scale }
      return AxisSampling.reach(
        from: min(ends[0], ends[1], Double(low)), to: max(ends[0], ends[1], Double(high)), in: samples)
    }
    let columns = reach(region.minX, region.maxX, center.x, in: source.rect.map { $0.minX..<$0.maxX })
    let rows = reach(region.minY, region.maxY, center.y, in: source.rect.map { $0.minY..<$0.maxY })
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The sampling of each copy along one axis.
  private func samplings(of places: Range<Int>, around center: Double, in samples: Range<Int>?) -> [AxisSampling] {
    scales.map { scale in AxisSampling(sampling, places, in: samples) { center + ($0 - center) * scale } }
  }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    let tile = inputs[0]
    let rect = output.rect
    let scales = scales
    let sum = scales.reduce(0, +)
    let weights = scales.map { Float($0 / sum) }
    let columns = samplings(of: rect.minX..<rect.maxX, around: center.x, in: source.rect.map { $0.minX..<$0.maxX })
    let rows = samplings(of: rect.minY..<rect.maxY, around: center.y, in: source.rect.map { $0.minY..<$0.maxY })
    let starts = columns.map { $0.starts.map { $0 - Int32(tile.rect.minX) } }
    let blocks = zip(columns, weights).map { columns, weight in columns.weightBlocks.map { weight * $0 } }
    let taps = AxisSampling.tapCount
    // The outer two of four linear weights are 0.
    let used = sampling == .linear ? 1..<3 : 0..<taps
    let offsets = used.map { $0 * tile.rect.width }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: tile.rect.width) { memory in
      guard let between = memory.baseAddress else { return }
      for plane in 0..<(keepsOpaque ? 3 : 4) {
        for y in 0..<rect.height {
          let result = output.pixel(plane, x: rect.minX, y: rect.minY + y)
          if start == 0 {
            pk_convolve(result, tile.pixel(plane, x: rect.minX, y: rect.minY + y), rect.width, [0], weights, 1)
          } else {
            result.update(repeating: 0, count: rect.width)
          }
          for copy in (start == 0 ? 1 : 0)..<max(count, 1) {
            // Only the columns that the copy's row is made from.
            guard let first = starts[copy].first, let last = starts[copy].last else { return }
            let width = Int(last - first) + taps
            let source = tile.pixel(plane, x: tile.rect.minX + Int(first), y: Int(rows[copy].starts[y]))
            rows[copy].weights.withUnsafeBufferPointer { weights in
              guard let weights = weights.baseAddress else { return }
              pk_convolve(
                between + Int(first), source, width, offsets, weights + y * taps + used.lowerBound, used.count)
            }
            pk_add_resampled(result, between, rect.width, starts[copy], blocks[copy])
          }
        }
      }
    }
    if keepsOpaque, isAlphaRead { output.fill(3, with: 1) }
  }
}
