import Glibc
import Imaging

/// A Gaussian blur with a sigma for each pixel, interpolated between an image and its blurs by a ladder of sigmas; the
/// mask's green component is sigma as a fraction of the radius.
///
/// Between two rungs the four nearest are interpolated by the cubic through the logarithms of their sigmas. An edge is
/// then within 2 levels of 255 of the exact one; interpolation of the nearest two alone would be off by 8. Below the
/// lowest sigma the kernel has three weights, and is mixed from the image and that blur by the outer one. Inputs are
/// the image, the blurs from the largest sigma down, and the mask; only the blurs needed by a tile's part of the mask
/// are computed.
struct VariableBlur: SelectiveOperation {
  let radius: Float
  /// The number of blurs.
  private let count: Int
  /// Whether the image and its blurs are opaque everywhere, so that alpha is exactly 1.
  private let keepsOpaque: Bool

  init(radius: Double, keepsOpaque: Bool) {
    self.radius = Float(radius)
    self.keepsOpaque = keepsOpaque
    count = VariableBlur.sigmas(upTo: radius).count
  }

  /// The factor from one sigma to the next is the square root of 2.
  private static let rungsPerDouble: Float = 2
  /// The sigma below which a kernel has no more than three significant weights.
  private static let lowest = 0.5

  /// The sigmas of the ladder, the largest first: from one beyond the radius to the first small one.
  static func sigmas(upTo radius: Double) -> [Double] {
    var sigmas = [radius * exp2(0.5), radius]
    while let last = sigmas.last, last > lowest || sigmas.count < 4 { sigmas.append(last * exp2(-0.5)) }
    return sigmas
  }

  var name: String { "variableBlur \(radius)" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { region }
  var writesParts: Bool { true }
  var selector: Int { count + 1 }

  /// The smallest sigma of the ladder.
  private var last: Float { radius * exp2(-Float(count - 2) / VariableBlur.rungsPerDouble) }

  /// The position on the ladder of blurs for a fraction of the radius: 1 is the radius itself.
  private static func place(_ fraction: Float) -> Float { 1 - log2(fraction) * rungsPerDouble }

  func inputs(chosenBy tile: Tile) -> [Int] {
    var (least, most): (Float, Float) = (.infinity, 0)
    for y in tile.rect.minY..<tile.rect.maxY {
      let mask = tile.pixel(1, x: tile.rect.minX, y: y)
      for i in 0..<tile.rect.width {
        let fraction = mask[i].clamped(to: 0...1)
        if !(fraction > 0) { continue }
        least = min(least, fraction)
        most = max(most, fraction)
      }
    }
    guard most > 0 else { return [0] }
    if least == 1 { return [0, 2] }
    // One more rung on both sides than the logarithms give, because they are rounded.
    let first = max(Int(VariableBlur.place(most)) - 2, 0)
    let end = min(Int(VariableBlur.place(max(least, 1e-6))) + 3, count - 1)
    return [0, count] + (min(first, count - 4)...max(end, 3)).map { $0 + 1 }
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let rect = output.rect
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 4 * count) { blurs in
      for y in rect.minY..<rect.maxY {
        let row = output.row(y: y, from: rect.minX, count: rect.width)
        row.copy(from: inputs[0].row(y: y, from: rect.minX, count: rect.width))
        for rung in 0..<count {
          for plane in 0..<4 {
            blurs.initializeElement(at: 4 * rung + plane, to: inputs[rung + 1].pixel(plane, x: rect.minX, y: y))
          }
        }
        blur(row, by: UnsafePointer(inputs[count + 1].pixel(1, x: rect.minX, y: y)), blurs)
      }
    }
  }

  /// The weight of a neighbour beside the middle of a kernel of three.
  private static func outerWeight(_ sigma: Float) -> Float {
    let neighbor = exp(-1 / (2 * sigma * sigma))
    return neighbor / (1 + 2 * neighbor)
  }

  /// Changes a row where `mask` is above 0, by the planes of the blurs.
  private func blur(
    _ row: PixelRow, by mask: UnsafePointer<Float>, _ blurs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  ) {
    let last = last
    let lastWeight = VariableBlur.outerWeight(last)
    let own = row.planes
    let planes = keepsOpaque ? 3 : 4
    for i in 0..<row.count {
      let fraction = mask[i].clamped(to: 0...1)
      if !(fraction > 0) { continue }
      if fraction == 1 {
        for plane in 0..<planes { own[plane][i] = blurs[4 + plane][i] }
        continue
      }
      let sigma = radius * fraction
      if sigma <= last {
        // Sigmas so small that the kernel is only its middle change nothing.
        let mixed = lastWeight > 0 ? VariableBlur.outerWeight(sigma) / lastWeight : 0
        for plane in 0..<planes { own[plane][i] += mixed * (blurs[4 * (count - 1) + plane][i] - own[plane][i]) }
        continue
      }
      let place = VariableBlur.place(fraction)
      let first = min(max(Int(place) - 1, 0), count - 4)
      let t = place - Float(first) - 1
      let a = -t * (t - 1) * (t - 2) / 6
      let b = (t + 1) * (t - 1) * (t - 2) / 2
      let c = -(t + 1) * t * (t - 2) / 2
      let d = (t + 1) * t * (t - 1) / 6
      for plane in 0..<planes {
        let rung = 4 * first + plane
        own[plane][i] = a * blurs[rung][i] + b * blurs[rung + 4][i] + c * blurs[rung + 8][i] + d * blurs[rung + 12][i]
      }
    }
  }
}
