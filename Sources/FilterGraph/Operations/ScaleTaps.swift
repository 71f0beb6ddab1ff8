/// The samples along an axis that contribute to each pixel of a resampled axis, with their weights. The weights of a
/// pixel sum to 1; beyond the ends the last sample is repeated.
///
/// All pixels have the same number of taps. No pixel's first tap precedes that of the pixel before it, so that the
/// first and the last pixel of a region determine what the region reads.
struct ScaleTaps: Sendable {
  /// The number of taps of a pixel.
  let count: Int
  /// The first sample of each pixel if samples continued beyond the ends.
  let firsts: [Int]
  /// The first sample that each pixel reads.
  let starts: [Int32]
  /// The weights, pixel after pixel.
  let weights: [Float]

  /// - Parameters:
  ///   - samples: the number of samples.
  ///   - covered: the part of the samples that the pixels cover, from the first one on.
  ///   - pixels: the number of pixels, at least 1.
  init(of samples: Int, covered: Double, to pixels: Int, by kernel: ScaleOperation.Kernel) {
    let windows = Windows(covered: covered, to: pixels, by: kernel)
    let used = windows.ordered
    let count = min(samples, used.map(\.count).max() ?? 1)
    var starts: [Int32] = []
    starts.reserveCapacity(pixels)
    var weights = [Float](repeating: 0, count: pixels * count)
    var clamped = [Double](repeating: 0, count: count)
    for pixel in 0..<pixels {
      let start = min(max(used[pixel].lowerBound, 0), samples - count)
      for tap in 0..<count { clamped[tap] = 0 }
      var sum = 0.0
      for sample in max(used[pixel].lowerBound, windows.origins[pixel])..<used[pixel].upperBound {
        let weight = windows.weight(of: sample, for: pixel)
        sum += weight
        clamped[min(max(sample, 0), samples - 1) - start] += weight
      }
      starts.append(Int32(start))
      for tap in 0..<count { weights[pixel * count + tap] = Float(clamped[tap] / sum) }
    }
    self.count = count
    firsts = used.map(\.lowerBound)
    self.starts = starts
    self.weights = weights
  }

  /// The kernel's weights around each pixel, if samples continued beyond the ends.
  private struct Windows {
    /// Number of samples in a window.
    private let width: Int
    /// The weights, window after window, not normalized.
    private var weights: [Double]
    /// The first sample of each window.
    private(set) var origins: [Int] = []
    /// The samples of each window from the first to the last with a weight other than 0.
    private var used: [Range<Int>] = []

    init(covered: Double, to pixels: Int, by kernel: ScaleOperation.Kernel) {
      let step = covered / Double(pixels)
      let stretch = max(1, step)
      let reach = kernel.reach * stretch
      width = Int((2 * reach).rounded(.up)) + 1
      weights = [Double](repeating: 0, count: pixels * width)
      origins.reserveCapacity(pixels)
      used.reserveCapacity(pixels)
      for pixel in 0..<pixels {
        let center = (Double(pixel) + 0.5) * step
        let origin = Int((center - reach).rounded(.down))
        var (first, end) = (width, width)
        for offset in 0..<width {
          let weight = kernel.weight((Double(origin + offset) + 0.5 - center) / stretch)
          weights[pixel * width + offset] = weight
          guard weight != 0 else { continue }
          first = min(first, offset)
          end = offset + 1
        }
        origins.append(origin)
        used.append(origin + first..<origin + end)
      }
    }

    /// The used samples of each pixel, of which none begins before those of the pixel before it.
    var ordered: [Range<Int>] {
      var ordered = used
      // The outer weights of the pixel before are 0 where the kernel has a zero on the sample.
      for pixel in ordered.indices.dropLast().reversed()
      where ordered[pixel].lowerBound > ordered[pixel + 1].lowerBound {
        ordered[pixel] = ordered[pixel + 1].lowerBound..<ordered[pixel].upperBound
      }
      return ordered
    }

    func weight(of sample: Int, for pixel: Int) -> Double { weights[pixel * width + sample - origins[pixel]] }
  }

  /// The weights as `pk_resample` reads them.
  var weightBlocks: [Float] { WeightBlocks.blocks(of: weights, taps: count) }

  /// The weights of one pixel.
  subscript(pixel: Int) -> ArraySlice<Float> { weights[pixel * count..<(pixel + 1) * count] }
}
