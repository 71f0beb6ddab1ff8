import Glibc

/// Pixels of a Gaussian blur with a sigma of their own, from an image and blurs by a ladder of sigmas; the mask's green
/// component says which fraction of the radius sigma is.
///
/// Between two rungs the four nearest are interpolated by the cubic through the logarithms of their sigmas. An edge is
/// then within 2 levels of 255 of the true one; from the two nearest alone it would be 8 off. Below the lowest sigma the
/// kernel has three weights, and is mixed from the image and that blur by the outer one.
struct VariableBlur: PixelOperation {
  let radius: Float

  /// The factor from one sigma to the next is the square root of 2.
  private static let rungsPerDouble: Float = 2
  /// The sigma below which a kernel has no more than three weights that count.
  private static let lowest = 0.5

  /// The sigmas of the ladder, the largest first: one beyond the radius, and on to the first that is small.
  static func sigmas(upTo radius: Double) -> [Double] {
    var sigmas = [radius * exp2(0.5), radius]
    while let last = sigmas.last, last > lowest || sigmas.count < 4 { sigmas.append(last * exp2(-0.5)) }
    return sigmas
  }

  var name: String { "variableBlur \(radius)" }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }

  /// The weight of a neighbour beside a kernel's middle, of all three.
  private static func outerWeight(_ sigma: Float) -> Float {
    let neighbor = exp(-1 / (2 * sigma * sigma))
    return neighbor / (1 + 2 * neighbor)
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let count = VariableBlur.sigmas(upTo: Double(radius)).count
    let mask = others[count].green
    let last = radius * exp2(-Float(count - 2) / VariableBlur.rungsPerDouble)
    let lastWeight = VariableBlur.outerWeight(last)
    let own = row.planes
    let blurs = (0..<count).flatMap { others[$0].planes }
    for i in 0..<row.count {
      let fraction = mask[i].clamped(to: 0...1)
      if !(fraction > 0) { continue }
      let sigma = radius * fraction
      if sigma <= last {
        let mixed = VariableBlur.outerWeight(sigma) / lastWeight
        for plane in 0..<4 { own[plane][i] += mixed * (blurs[4 * (count - 1) + plane][i] - own[plane][i]) }
        continue
      }
      // How far down the ladder: 1 is the radius itself.
      let place = 1 - log2(fraction) * VariableBlur.rungsPerDouble
      let first = min(max(Int(place) - 1, 0), count - 4)
      let t = place - Float(first) - 1
      let a = -t * (t - 1) * (t - 2) / 6
      let b = (t + 1) * (t - 1) * (t - 2) / 2
      let c = -(t + 1) * t * (t - 2) / 2
      let d = (t + 1) * t * (t - 1) / 6
      for plane in 0..<4 {
        let rung = 4 * first + plane
        own[plane][i] = a * blurs[rung][i] + b * blurs[rung + 4][i] + c * blurs[rung + 8][i] + d * blurs[rung + 12][i]
      }
    }
  }
}
