/// The samples along an axis that contribute to the values between them, with their weights.
///
/// Beyond the ends samples are transparent: a place between the last sample and the outside is weighted linearly. Where
/// a kernel reaches past the end from within, the last sample is repeated.
struct AxisSampling {
  enum Kernel: Sendable {
    /// Between the two nearest.
    case linear
    /// Catmull and Rom's cubic through the four nearest.
    case cubic
  }

  static let tapCount = 4
  /// Places beyond count as this one.
  static let farthest = Double(1 << 30)

  /// The samples that contribute to a range of places, and a few more.
  static func reach(from first: Double, to last: Double, in samples: Range<Int>?) -> Range<Int> {
    let low = Int(max(first, -farthest).rounded(.down)) - 3
    let high = Int(min(last, farthest).rounded(.up)) + 3
    guard let samples else { return low..<max(high, low + 1) }
    return min(
      max(low, samples.lowerBound - 4), samples.upperBound)..<min(
        max(high, samples.lowerBound + 1), samples.upperBound + 4)
  }

  /// The first of four samples for every place.
  private(set) var starts: [Int32] = []
  /// Four weights for every place.
  private(set) var weights: [Float] = []

  /// - Parameters:
  ///   - places: the pixels whose centres are mapped.
  ///   - samples: the range of existing samples; nil for all.
  ///   - map: the map from a coordinate to its sample position.
  init(_ kernel: Kernel, _ places: Range<Int>, in samples: Range<Int>?, _ map: (Double) -> Double) {
    starts.reserveCapacity(places.count)
    weights.reserveCapacity(4 * places.count)
    for place in places {
      let limit = AxisSampling.farthest
      let sampled = min(max(map(Double(place) + 0.5) - 0.5, -limit), limit)
      let left = sampled.rounded(.down)
      let t = sampled - left
      var first = Int(left)
      func exists(_ index: Int) -> Bool { samples?.contains(index) ?? true }
      var four = SIMD4(0, 1 - t, t, 0)
      if exists(first), exists(first + 1) {
        if kernel == .cubic {
          four = SIMD4(
            ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2
          )
        }
        if !exists(first - 1) { (four[1], four[0]) = (four[1] + four[0], 0) }
        if !exists(first + 2) { (four[2], four[3]) = (four[2] + four[3], 0) }
      } else {
        if !exists(first) { four[1] = 0 }
        if !exists(first + 1) { four[2] = 0 }
      }
      if let samples { first = min(max(first, samples.lowerBound - 2), samples.upperBound + 1) }
      starts.append(Int32(first - 1))
      for tap in 0..<4 { weights.append(Float(four[tap])) }
    }
  }

  /// The weights as `pk_resample` reads them.
  var weightBlocks: [Float] { WeightBlocks.blocks(of: weights, taps: Self.tapCount) }
}
