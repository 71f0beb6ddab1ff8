import Imaging

/// The bars of a PDF417 along its middle line, sampled twice a pixel from a little before the place where the library
/// has it begin to far behind its end.
struct StackedCodeLine {
  /// Modules of the start pattern and of its first bar, the widest bar of the code.
  private static let start = (all: 17.0, bar: 8.0)
  /// Modules of the stop pattern and of its first bar.
  private static let stop = (all: 18.0, bar: 7.0)

  /// The length of the code in pixels, as the library gives it.
  let length: Double
  private let first: SIMD2<Double>
  private let step: SIMD2<Double>
  /// Number of samples up to the end that the library gives.
  private let codeSamples: Int
  private let isBar: [Bool]

  /// Samples a picture; nil if the code is too short, or has no contrast.
  ///
  /// - Parameters:
  ///   - left: the middle of the code's left edge, in pixels of `luma`.
  ///   - right: that of its right edge.
  ///   - isInverted: whether its bars are light.
  ///   - luma: a picture of format `l8`.
  init?(from left: SIMD2<Double>, to right: SIMD2<Double>, isInverted: Bool, in luma: PixelBuffer) {
    let along = right - left
    let length = (along * along).sum().squareRoot()
    // Three columns of data have at least a hundred modules.
    guard length >= 60 else { return nil }
    // Two modules more before it, which the library may have missed: as much as the quiet zone. Far more behind it,
    // because the library may have reported a half.
    let (first, step) = (left - along * 0.02, along / (length * 2))
    let profile = LumaSampler.over(luma) { sampler in
      (0..<Int(length * 3 * 2)).map { first + step * Double($0) }.prefix { sampler.holds($0) }.map(sampler.sample)
    }
    codeSamples = Int(length * 1.04 * 2)
    let code = profile.prefix(codeSamples)
    guard let low = code.min(), let high = code.max(), high - low > 16 else { return nil }
    isBar = profile.map { ($0 < (low + high) / 2) != isInverted }
    (self.length, self.first, self.step) = (length, first, step)
  }

  /// The samples of the start and the stop pattern; nil if one of them is not visible.
  var patterns: (start: Range<Double>, stop: Range<Double>)? {
    let bars = bars
    func widest(_ part: Range<Double>) -> Range<Int>? {
      bars.filter { part.contains(Double($0.lowerBound) / Double(codeSamples)) }.max { $0.count < $1.count }
    }
    guard let opening = widest(0..<0.35), opening.count >= 8 else { return nil }
    // Data have no bar wider than six modules.
    let least = Double(opening.count) * 6.4 / Self.start.bar
    func isWide(_ bar: Range<Int>) -> Bool { Double(bar.count) > least }
    let known = widest(0.65..<1)
    guard
      let closing = known.flatMap({ isWide($0) ? $0 : nil })
        ?? bars.first(where: { $0.lowerBound >= codeSamples && isWide($0) && isStop($0) }) ?? known,
      Double(closing.count) > 0.7 * least
    else { return nil }
    let start = pattern(Self.start, beginningWith: opening)
    guard start.upperBound < Double(closing.lowerBound) else { return nil }
    return (start, pattern(Self.stop, beginningWith: closing))
  }

  /// The place of a sample, in pixels of the picture.
  func place(_ sample: Double) -> SIMD2<Double> { first + step * sample }

  /// The samples of a pattern whose first bar is known.
  private func pattern(_ modules: (all: Double, bar: Double), beginningWith bar: Range<Int>) -> Range<Double> {
    let start = Double(bar.lowerBound)
    return start..<start + Double(bar.count) * modules.all / modules.bar
  }

  /// The samples of each bar.
  private var bars: [Range<Int>] {
    var (result, index): ([Range<Int>], Int) = ([], 0)
    while index < isBar.count {
      let from = index
      while index < isBar.count, isBar[index] { index += 1 }
      if index > from { result.append(from..<index) }
      index += 1
    }
    return result
  }

  /// Whether a bar begins a stop pattern, whose modules are 7 dark, 1 light, 1 dark and so on.
  private func isStop(_ bar: Range<Int>) -> Bool {
    let module = Double(bar.count) / Self.stop.bar
    let modules = [7, 1, 1, 3, 1, 1, 1, 2, 1].enumerated().flatMap {
      Array(repeating: $0.offset % 2 == 0, count: $0.element)
    }
    let count = Int(Self.stop.all * module)
    guard bar.lowerBound + count <= isBar.count else { return false }
    let agreeing = (0..<count).count {
      isBar[bar.lowerBound + $0] == modules[min(Int(Double($0) / module), modules.count - 1)]
    }
    return Double(agreeing) > 0.75 * Double(count)
  }
}
