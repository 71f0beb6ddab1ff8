import Glibc
import Imaging

/// A mean over 5 by 5 pixels weighted by distance (sigma 1.5) and by similarity of luminance.
struct BilateralKernel: NeighborhoodKernel {
  private let scale: Float
  private let spatial: [Float]

  /// - Parameter sigma: the standard deviation of the difference of luminance, above 0.
  init(sigma: Float) {
    scale = -1 / (2 * sigma * sigma)
    spatial = (0..<25).map { index in
      let dx = Float(index % 5 - 2)
      let dy = Float(index / 5 - 2)
      return -(dx * dx + dy * dy) / (2 * 1.5 * 1.5)
    }
  }

  var name: String { "bilateral 5x5" }
  var reach: Int { 2 }

  func process(_ pixels: PixelNeighborhood) -> SIMD4<Float> {
    let center = luminance(pixels[0, 0])
    var sum = SIMD4<Float>()
    var total: Float = 0
    for index in 0..<25 {
      let pixel = pixels[index % 5 - 2, index / 5 - 2]
      let difference = luminance(pixel) - center
      let weight = expf(spatial[index] + difference * difference * scale)
      sum += pixel * weight
      total += weight
    }
    return sum / total
  }

  private func luminance(_ p: SIMD4<Float>) -> Float { Luminance.of(p.x, p.y, p.z) }
}
