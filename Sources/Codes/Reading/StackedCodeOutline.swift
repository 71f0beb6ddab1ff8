import Imaging

/// The outline of a PDF417 (ISO/IEC 15438), of which the library often reports only some rows: its start and stop
/// patterns are bars over all rows, which are followed as in a linear code.
enum StackedCodeOutline {
  /// Modules of the start pattern and of its first bar, the widest bar of the code.
  private static let start = (all: 17.0, bar: 8.0)
  /// Modules of the stop pattern and of its first bar.
  private static let stop = (all: 18.0, bar: 7.0)

  /// The corners of a code: top left, top right, bottom right, bottom left; nil if its patterns are not visible.
  ///
  /// - Parameters:
  ///   - corners: the corners that the library gives, in pixels of `luma`.
  ///   - isInverted: whether its bars are light.
  ///   - luma: the picture that it was read in, of format `l8`.
  static func corners(
    of corners: [SIMD2<Double>], isInverted: Bool, in luma: PixelBuffer
  ) -> [SIMD2<Double>]? {
    let (left, right) = ((corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2)
    let along = right - left
    let length = (along * along).sum().squareRoot()
    // Three columns of data have at least a hundred modules.
    guard length >= 60 else { return nil }
    // Two modules more before it, which the library may have missed: as much as the quiet zone. Far more behind it,
    // because the library may have reported a half.
    let first = left - along * 0.02
    let samples = (code: Int(length * 1.04 * 2), all: Int(length * 3 * 2))
    let step = along / (length * 2)
    let profile = LumaSampler.over(luma) { sampler in
      (0..<samples.all).map { first + step * Double($0) }.prefix { sampler.holds($0) }.map(sampler.sample)
    }
    let code = profile.prefix(samples.code)
    guard let low = code.min(), let high = code.max(), high - low > 16 else { return nil }
    let isBar = profile.map { ($0 < (low + high) / 2) != isInverted }
    let bars = runs(in: isBar)
    func widest(_ part: Range<Double>) -> Range<Int>? {
      bars.filter { part.contains(Double($0.lowerBound) / Double(samples.code)) }.max { $0.count < $1.count }
    }
    guard let opening = widest(0..<0.35), opening.count >= 8 else { return nil }
    // Data have no bar wider than six modules.
    let least = Double(opening.count) * 6.4 / start.bar
    func isWide(_ bar: Range<Int>) -> Bool { Double(bar.count) > least }
    let known = widest(0.65..<1)
    guard
      let closing = known.flatMap({ isWide($0) ? $0 : nil })
        ?? bars.first(where: { $0.lowerBound >= samples.code && isWide($0) && isStop($0, in: isBar) }) ?? known,
      Double(closing.count) > 0.7 * least
    else { return nil }
    func place(_ sample: Double) -> SIMD2<Double> { first + step * sample }
    let openingEnd = Double(opening.lowerBound) + Double(opening.count) * start.all / start.bar
    let closingEnd = Double(closing.lowerBound) + Double(closing.count) * stop.all / stop.bar
    guard openingEnd < Double(closing.lowerBound) else { return nil }
    let leftBars = outline(from: place(Double(opening.lowerBound)), to: place(openingEnd), corners, luma)
    let rightBars = outline(from: place(Double(closing.lowerBound)), to: place(closingEnd), corners, luma)
    let found = [leftBars[0], rightBars[1], rightBars[2], leftBars[3]]
    // An outline that was followed wrongly does not have the proportions of a code.
    return found.allSatisfy { corner in
      let away = corner - (left + right) / 2
      return (away * away).sum().squareRoot() < 3 * length
    } ? found : nil
  }

  /// The range of bars in a line.
  private static func runs(in isBar: [Bool]) -> [Range<Int>] {
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
  private static func isStop(_ bar: Range<Int>, in isBar: [Bool]) -> Bool {
    let module = Double(bar.count) / stop.bar
    let modules = [7, 1, 1, 3, 1, 1, 1, 2, 1].enumerated().flatMap {
      Array(repeating: $0.offset % 2 == 0, count: $0.element)
    }
    let count = Int(stop.all * module)
    guard bar.lowerBound + count <= isBar.count else { return false }
    let agreeing = (0..<count).count {
      isBar[bar.lowerBound + $0] == modules[min(Int(Double($0) / module), modules.count - 1)]
    }
    return Double(agreeing) > 0.75 * Double(count)
  }

  /// The outline of the bars between two points of the middle line.
  private static func outline(
    from left: SIMD2<Double>, to right: SIMD2<Double>, _ corners: [SIMD2<Double>], _ luma: PixelBuffer
  ) -> [SIMD2<Double>] {
    let down = ((corners[3] + corners[2]) - (corners[0] + corners[1])) / 4
    return LinearCodeOutline.corners(
      of: [left - down, right - down, right + down, left + down], in: luma, isLevel: true)
  }
}
