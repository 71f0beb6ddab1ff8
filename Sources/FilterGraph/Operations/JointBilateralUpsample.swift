import Glibc
import Imaging

/// The second input, a small picture, upsampled to the size of the first with its edges (Kopf, Cohen, Lischinski,
/// Uyttendaele, "Joint Bilateral Upsampling", 2007): a mean of small pixels weighted by distance and by the difference
/// between the luminance of the third input, the reduced large picture, and that of the large pixel.
struct JointBilateralUpsample: RegionOperation {
  let large: PixelRect
  let small: PixelRect
  let spatialSigma: Double
  let lumaSigma: Double

  private static let tableCount = 1024
  private var reach: Int { max(1, Int((2 * spatialSigma).rounded(.up))) }

  var name: String { "edgePreserveUpsample" }
  func extent(of inputs: [Extent]) -> Extent { Extent(large) }

  private func place(_ value: Int, _ origin: Int, _ count: Int, _ smallOrigin: Int, _ smallCount: Int) -> Double {
    Double(smallOrigin) + (Double(value - origin) + 0.5) * Double(smallCount) / Double(count) - 0.5
  }

  private func column(_ x: Int) -> Double { place(x, large.x, large.width, small.x, small.width) }
  private func line(_ y: Int) -> Double { place(y, large.y, large.height, small.y, small.height) }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    if input == 0 { return region }
    let left = Int(column(region.minX).rounded()) - reach
    let top = Int(line(region.minY).rounded()) - reach
    let wanted = PixelRect(
      x: left, y: top, width: Int(column(region.maxX - 1).rounded()) + reach + 1 - left,
      height: Int(line(region.maxY - 1).rounded()) + reach + 1 - top)
    return wanted.intersection(small)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let rect = output.rect
    let table = weights
    // The difference of luminance at which a weight becomes 0.
    let scale = lumaSigma > 0 ? Float(Double(JointBilateralUpsample.tableCount) / (4 * lumaSigma)) : .infinity
    let spatial = spatialSigma > 0 ? -1 / (2 * spatialSigma * spatialSigma) : -1e6
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let guide = luminance(inputs[0], x, y)
        let cx = column(x)
        let cy = line(y)
        let centerX = Int(cx.rounded())
        let centerY = Int(cy.rounded())
        var sum = SIMD4<Float>()
        var total: Float = 0
        for v in max(centerY - reach, small.minY)...min(centerY + reach, small.maxY - 1) {
          for u in max(centerX - reach, small.minX)...min(centerX + reach, small.maxX - 1) {
            let dx = Double(u) - cx
            let dy = Double(v) - cy
            // The lookup falls to 0 at its end; a small weight of the nearest pixels is kept, so that a mean always
            // exists.
            let difference = abs(luminance(inputs[2], u, v) - guide) * scale
            let index = Int(difference.nanSafeClamped(to: 0...Float(JointBilateralUpsample.tableCount)))
            let weight = Float(exp((dx * dx + dy * dy) * spatial)) * (table[index] + 1e-6)
            sum += inputs[1].color(x: u, y: v) * weight
            total += weight
          }
        }
        if total > 0 {
          sum /= total
        } else {
          // For a sigma near zero: the nearest.
          let u = min(max(centerX, small.minX), small.maxX - 1)
          let v = min(max(centerY, small.minY), small.maxY - 1)
          sum = inputs[1].color(x: u, y: v)
        }
        for plane in 0..<4 { output.pixel(plane, x: x, y: y).pointee = sum[plane] }
      }
    }
  }

  private var weights: [Float] {
    let count = JointBilateralUpsample.tableCount
    return (0...count).map { index in
      let distance = 4 * Double(index) / Double(count)
      return index == count ? 0 : Float(exp(-distance * distance / 2))
    }
  }

  @inline(__always)
  private func luminance(_ tile: Tile, _ x: Int, _ y: Int) -> Float {
    let color = tile.color(x: x, y: y)
    return Luminance.of(color.x, color.y, color.z)
  }
}
