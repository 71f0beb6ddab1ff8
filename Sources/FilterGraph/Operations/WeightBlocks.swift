/// The layout in which `pk_resample` reads weights: those of sixteen values side by side, tap by tap.
enum WeightBlocks {
  /// - Parameters:
  ///   - weights: `taps` weights for each value, value after value.
  ///   - taps: the number of samples that contribute to a value.
  /// - Returns: the weights in blocks; the last block is filled with zeros.
  static func blocks(of weights: [Float], taps: Int) -> [Float] {
    let values = weights.count / taps
    var blocks = [Float](repeating: 0, count: (values + 15) / 16 * 16 * taps)
    for value in 0..<values {
      for tap in 0..<taps { blocks[(value / 16 * taps + tap) * 16 + value % 16] = weights[value * taps + tap] }
    }
    return blocks
  }
}
