import Glibc
import Imaging

/// Features of pixels that separate lips from skin: hue and saturation, which the light changes little, and a little of
/// the brightness, for photos in black and white.
enum MouthColors {
  /// The weight of the brightness: it is low because of shadows below the lip.
  private static let brightness: Float = 0.15

  /// The logarithms of red over green, of green over blue and of the luminance of each pixel, row by row.
  ///
  /// - Precondition: `pixels` is of format `rgba8`.
  static func values(of pixels: PixelBuffer) -> [SIMD3<Float>] {
    precondition(pixels.format == .rgba8)
    return pixels.withUnsafeBytes { bytes in
      (0..<pixels.height).flatMap { y in
        (0..<pixels.width).map { x in
          let pixel = y * pixels.rowBytes + 4 * x
          func light(_ component: Int) -> Float { lights[Int(bytes[pixel + component])] }
          let (red, green, blue) = (light(0), light(1), light(2))
          return SIMD3(
            logf(red / green), logf(green / blue),
            brightness * logf(Luminance.of(red, green, blue)))
        }
      }
    }
  }

  /// Linear light of a byte, more than 0.
  private static let lights: [Float] = (0..<256).map { powf(Float($0) / 255, 2.2) + 0.01 }
}
