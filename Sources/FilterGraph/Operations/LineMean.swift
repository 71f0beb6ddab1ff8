import Glibc
import Imaging

/// The mean along a line through each pixel, `2 reach + 1` pixels long.
///
/// Along the pixels it is a box. A short line is a sum of samples a pixel apart; a long one is a mean of means, each of
/// up to sixteen earlier ones: 4,096 samples take three passes.
struct LineMean {
  let reach: Double
  /// 0 is across; above 0 turns clockwise.
  let angle: Double

  /// The longest reach that is summed up at once.
  private static let longestSum = 24.0

  func apply(to image: Image) -> Image {
    let keepsOpaque = image.isOpaque && image.extent.isInfinite
    let (x, y) = (cos(angle), sin(angle))
    // A rounding error must not spread a line along the pixels over two rows.
    if min(abs(x), abs(y)) * reach < 0x1p-20 {
      let axis: BoxOperation.Axis = abs(x) > abs(y) ? .rows : .columns
      let source = reach > LineMean.longestSum ? image.insertingIntermediate() : image
      return Image(BoxOperation(axis, radius: reach, keepsOpaque: keepsOpaque), source)
    }
    if reach <= LineMean.longestSum {
      return Image(ConvolveOperation("line", taps: shortTaps, keepsOpaque: keepsOpaque), image)
    }
    let length = 2 * reach + 1
    let passes = (log2(length) / 4).rounded(.up)
    let count = Int(pow(length, 1 / passes).rounded(.up))
    var step = length / pow(Double(count), passes)
    var result = image
    // The first pass begins at the end of the line, half a step on.
    var first = (step - length) / 2
    for pass in 0..<Int(passes) {
      let places = (0..<count).map { Point(x: (first + Double($0) * step) * x, y: (first + Double($0) * step) * y) }
      let taps = LineMean.taps(places, weights: nil, pass == 0 ? .linear : .cubic)
      result = Image(ConvolveOperation("line", taps: taps, keepsOpaque: keepsOpaque), result)
      if pass < Int(passes) - 1 { result = result.insertingIntermediate() }
      step *= Double(count)
      first = 0
    }
    guard let rect = image.extent.rect else { return result }
    let (across, down) = (Int((reach * abs(x)).rounded(.up)) + 1, Int((reach * abs(y)).rounded(.up)) + 1)
    return result.cropped(
      to: PixelRect(
        x: rect.x - across, y: rect.y - down, width: rect.width + 2 * across, height: rect.height + 2 * down))
  }

  /// The samples along the line, a pixel apart, with fractional weights at the ends.
  private var shortTaps: [ConvolveOperation.Tap] {
    let whole = Int(reach.rounded(.up))
    let steps = Array(-whole...whole)
    let places = steps.map { Point(x: Double($0) * cos(angle), y: Double($0) * sin(angle)) }
    return LineMean.taps(places, weights: steps.map { (reach + 1 - Double(abs($0))).clamped(to: 0...1) }, .linear)
  }

  /// Samples at positions, distributed over the pixels between which they lie. Their weights are normalized.
  private static func taps(
    _ places: [Point], weights: [Double]?, _ kernel: AxisSampling.Kernel
  ) -> [ConvolveOperation.Tap] {
    var fractions: [SIMD2<Int>: Double] = [:]
    for (index, place) in places.enumerated() {
      func sampling(_ value: Double) -> AxisSampling {
        AxisSampling(kernel, 0..<1, in: nil) { $0 + (value * 0x1p20).rounded() * 0x1p-20 }
      }
      let (columns, rows) = (sampling(place.x), sampling(place.y))
      for dy in 0..<4 {
        for dx in 0..<4 {
          let weight = Double(columns.weights[dx] * rows.weights[dy]) * (weights?[index] ?? 1)
          if weight == 0 { continue }
          fractions[SIMD2(Int(columns.starts[0]) + dx, Int(rows.starts[0]) + dy), default: 0] += weight
        }
      }
    }
    let sorted = fractions.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
    let sum = sorted.reduce(0) { $0 + $1.value }
    return sorted.map { ConvolveOperation.Tap(dx: $0.key.x, dy: $0.key.y, weight: Float($0.value / sum)) }
  }
}
