import Glibc
import Imaging

/// The outline of a linear code, of which the library reports one or two lines: the bars are followed up and down from
/// there to their ends.
struct LinearCodeOutline {
  private typealias Ends = (left: SIMD2<Double>, right: SIMD2<Double>)

  private let sampler: LumaSampler
  /// Samples along the line that is followed.
  private let reference: [Float]
  private let variance: Float

  /// A line with less than this fraction of the middle's contrast is beyond the bars.
  private static let leastContrast: Float = 0.5

  /// The corners of a code: top left, top right, bottom right, bottom left.
  ///
  /// - Parameters:
  ///   - corners: the corners that the library gives, in pixels of `luma`.
  ///   - luma: the picture that it was read in, of format `l8`.
  ///   - isLevel: whether the line is parallel to the ends of the bars; otherwise it is perpendicular to the bars.
  static func corners(
    of corners: [SIMD2<Double>], in luma: PixelBuffer, isLevel: Bool = false
  ) -> [SIMD2<Double>] {
    LumaSampler.over(luma) { sampler in
      let read = (left: (corners[0] + corners[3]) / 2, right: (corners[1] + corners[2]) / 2)
      let line = isLevel ? read : atLastBars(read, sampler)
      guard length(line.right - line.left) >= 8, let bars = barDirections(along: line, sampler) else { return corners }
      let rough = followed(from: line, bars, sampler, isLevel: isLevel)
      // Bars that were followed give their direction more accurately than the pixels of a line.
      let (left, right) = (rough[3] - rough[0], rough[2] - rough[1])
      guard min(length(left), length(right)) >= 8 else { return rough }
      let outline = followed(from: line, (unit(left), unit(right)), sampler, isLevel: isLevel)
      return isLevel ? outline : BarEnds(sampler: sampler).corners(from: outline)
    }
  }

  /// A line that ends at the outermost bars, which the library sometimes omits where they are blurred.
  private static func atLastBars(_ line: Ends, _ sampler: LumaSampler) -> Ends {
    func end(_ end: SIMD2<Double>, from other: SIMD2<Double>) -> SIMD2<Double> {
      // Two to four modules on both sides of the end: less than the quiet zone of a code.
      let reach = (end - other) * 0.03
      let count = max(9, Int(length(reach) * 8) + 1)
      let profile = sampler.profile(from: end - reach, to: end + reach, count: count)
      // The quiet zone is at the far end, and bars differ from it.
      let tail = profile.suffix(max(2, count / 8))
      let free = tail.reduce(0, +) / Float(tail.count)
      guard let bar = profile.max(by: { abs($0 - free) < abs($1 - free) }), abs(bar - free) > 16 else { return end }
      guard let last = profile.lastIndex(where: { abs($0 - free) > abs(bar - free) / 2 }) else { return end }
      return end - reach + reach * (2 * (Double(last) + 0.5) / Double(count - 1))
    }
    return (end(line.left, from: line.right), end(line.right, from: line.left))
  }

  /// Whether a code has free space at both ends: one read out of the middle of a longer code does not.
  ///
  /// - Parameters:
  ///   - corners: the corners of the code, in pixels of `luma`.
  ///   - moduleCount: how many modules it is wide.
  ///   - isInverted: whether its bars are light.
  ///   - luma: the picture that it was read in, of format `l8`.
  static func hasQuietZones(
    _ corners: [SIMD2<Double>], moduleCount: Int, isInverted: Bool, in luma: PixelBuffer
  ) -> Bool {
    LumaSampler.over(luma) { sampler in
      let (left, right) = ((corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2)
      let step = (right - left) * 0.005
      let inside = sampler.profile(from: left, to: right, count: 200)
      guard let low = inside.min(), let high = inside.max(), high > low else { return false }
      // The first bar itself may be blurred beyond its end, and no space in a code is as wide as five and a half
      // modules.
      let last = max(10, Int(5.5 / 0.005) / max(1, moduleCount))
      return (3...last).allSatisfy { index in
        [left - step * Double(index), right + step * Double(index)].allSatisfy { place in
          guard sampler.holds(place) else { return true }
          let light = (sampler.sample(place) - low) / (high - low)
          return isInverted ? light < 0.5 : light > 0.5
        }
      }
    }
  }

  /// The corners of a code followed from a line, given the directions of its bars.
  private static func followed(
    from line: Ends, _ bars: Ends, _ sampler: LumaSampler, isLevel: Bool
  ) -> [SIMD2<Double>] {
    // The perpendicular to the bars through the middle of the line that was read.
    let (middle, mean) = ((line.left + line.right) / 2, unit(bars.left + bars.right))
    func across(_ end: SIMD2<Double>, _ bar: SIMD2<Double>) -> SIMD2<Double> {
      let along = (bar * mean).sum()
      return abs(along) < 0.3 ? end : end + bar * (((middle - end) * mean).sum() / along)
    }
    let start = isLevel ? line : (left: across(line.left, bars.left), right: across(line.right, bars.right))
    let outline = LinearCodeOutline(sampler, from: start.left, to: start.right)
    // Both ends move a pixel away from the line whatever the slope of their bars, so that it keeps its direction.
    let along = unit(start.right - start.left)
    let away = SIMD2(-along.y, along.x)
    func step(_ bar: SIMD2<Double>) -> SIMD2<Double> { bar / max(0.3, abs((bar * away).sum())) }
    let steps = (left: step(bars.left), right: step(bars.right))
    let down = outline.end(from: start, steps)
    let up = outline.end(from: start, (left: -steps.left, right: -steps.right))
    return [up.left, up.right, down.right, down.left]
  }

  private init(_ sampler: LumaSampler, from left: SIMD2<Double>, to right: SIMD2<Double>) {
    self.sampler = sampler
    let count = Int(min(512, max(48, Self.length(right - left))))
    let (centered, variance) = Self.centered(sampler.profile(from: left, to: right, count: count))
    (reference, self.variance) = (centered, variance)
  }

  /// The last line that shows the same bars, in a direction. Its ends may drift, because bars diverge in perspective.
  private func end(from start: Ends, _ direction: Ends) -> Ends {
    var (line, last) = (start, start)
    var slope = direction
    var misses = 0
    let most = sampler.width + sampler.height
    for _ in 0..<most {
      let next = (left: line.left + slope.left, right: line.right + slope.right)
      guard sampler.holds(next.left), sampler.holds(next.right) else { break }
      let (found, contrast) = best(round: next)
      if contrast < Self.leastContrast {
        misses += 1
        if misses > 2 { break }
        line = next
        continue
      }
      misses = 0
      // A tenth of each drift is applied, to suppress noise.
      slope.left += (found.left - next.left) * 0.1
      slope.right += (found.right - next.right) * 0.1
      (line, last) = (found, found)
    }
    return last
  }

  /// The position of a line's ends, to a quarter of a pixel, with the highest correlation with the reference's
  /// contrast.
  private func best(round line: Ends) -> (Ends, Float) {
    let along = Self.unit(line.right - line.left) * 0.25
    var (best, most) = (line, contrast(line))
    for (left, right) in [(-1.0, -1.0), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1), (-1, 1), (1, -1)] {
      let moved = (left: line.left + along * left, right: line.right + along * right)
      let contrast = contrast(moved)
      if contrast > most + 0.005 { (best, most) = (moved, contrast) }
    }
    return (best, most)
  }

  /// The similarity of a line to the reference: 1 for the same, 0 for none.
  private func contrast(_ line: Ends) -> Float {
    guard variance > 0 else { return 0 }
    let step = (line.right - line.left) / Double(reference.count - 1)
    var product: Float = 0
    for index in reference.indices { product += reference[index] * sampler.sample(line.left + step * Double(index)) }
    return product / variance
  }

  private static func centered(_ samples: [Float]) -> ([Float], Float) {
    let mean = samples.reduce(0, +) / Float(samples.count)
    let centered = samples.map { $0 - mean }
    return (centered, centered.reduce(0) { $0 + $1 * $1 })
  }

  /// The directions of the bars in the left and the right half of a line, downwards; nil if none are visible.
  private static func barDirections(along ends: Ends, _ sampler: LumaSampler) -> Ends? {
    let (left, right) = ends
    let (line, down) = (unit(right - left), unit(SIMD2(left.y - right.y, right.x - left.x)))
    func direction(_ range: ClosedRange<Double>) -> SIMD2<Double>? {
      var (xx, yy, xy): (Double, Double, Double) = (0, 0, 0)
      let count = Int(min(4096, max(32, length(right - left))))
      for offset in [-1.5, 0, 1.5] {
        for index in 0...count {
          let part = range.lowerBound + (range.upperBound - range.lowerBound) * Double(index) / Double(count)
          let place = left + (right - left) * part + down * offset
          let dx = Double(sampler.sample(place + SIMD2(1, 0)) - sampler.sample(place - SIMD2(1, 0)))
          let dy = Double(sampler.sample(place + SIMD2(0, 1)) - sampler.sample(place - SIMD2(0, 1)))
          (xx, yy, xy) = (xx + dx * dx, yy + dy * dy, xy + dx * dy)
        }
      }
      guard xx + yy > 0 else { return nil }
      let angle = 0.5 * atan2(2 * xy, xx - yy)
      let bar = SIMD2(-sin(angle), cos(angle))
      return (bar * down).sum() < 0 ? -bar : bar
    }
    guard let first = direction(0...0.3), let second = direction(0.7...1) else { return nil }
    // Bars parallel to the line do not count.
    guard abs((first * line).sum()) < 0.9, abs((second * line).sum()) < 0.9 else { return nil }
    return (first, second)
  }

  private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  private static func unit(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    let length = length(vector)
    return length > 0 ? vector / length : .zero
  }
}
