/// The source samples of a line for each of a smaller number of samples, with their weights.
package struct AreaWeights: Sendable {
  /// The first source sample of each target sample.
  let starts: [Int]
  /// The index in ``weights`` of each target sample's first weight, and the end of the last one's.
  private let offsets: [Int]
  /// Weights that sum to 1 for each target sample.
  private let weights: [Float]

  /// The target samples.
  package var count: Int { starts.count }

  /// - Parameters:
  ///   - count: the samples that there are.
  ///   - numerator, denominator: the line's true length in samples: if a decoder has rounded it up, the last sample
  ///     counts in part.
  ///   - target: at least 1 and not more than the length.
  init(count: Int, numerator: Int, denominator: Int = 1, target: Int) {
    var starts: [Int] = []
    var offsets = [0]
    var weights: [Float] = []
    // In units in which a target sample has length `numerator` and a source sample `unit`.
    let unit = denominator * target
    for index in 0..<target {
      let (low, high) = (index * numerator, (index + 1) * numerator)
      let first = min(low / unit, count - 1)
      let end = max(first + 1, min((high + unit - 1) / unit, count))
      starts.append(first)
      for sample in first..<end {
        let fraction = min(high, (sample + 1) * unit) - max(low, sample * unit)
        weights.append(Float(fraction) / Float(numerator))
      }
      offsets.append(weights.count)
    }
    self.starts = starts
    self.offsets = offsets
    self.weights = weights
  }

  /// The source samples of a target sample.
  package func span(_ index: Int) -> Range<Int> {
    starts[index]..<starts[index] + offsets[index + 1] - offsets[index]
  }

  /// The fraction of a source sample that is in a target sample's span.
  package func weight(of sample: Int, in index: Int) -> Float { weights[offsets[index] + sample - starts[index]] }

  /// Calls `body` with the weights, and with each target sample's place among them.
  func withUnsafeWeights(_ body: (UnsafePointer<Float>, UnsafePointer<Int>) -> Void) {
    weights.withUnsafeBufferPointer { weights in
      offsets.withUnsafeBufferPointer { offsets in
        if let weights = weights.baseAddress, let offsets = offsets.baseAddress { body(weights, offsets) }
      }
    }
  }
}
