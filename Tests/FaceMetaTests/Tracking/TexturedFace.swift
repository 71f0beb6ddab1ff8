import Glibc
import Imaging

@testable import FaceMeta

/// A picture whose luma is a smooth texture around a position, so that its motion is known exactly.
struct TexturedFace {
  static let size = PixelSize(width: 320, height: 240)

  /// A picture of nothing.
  static func noise() throws -> LumaPicture {
    var seed: UInt64 = 3
    let pixels = PixelBuffer(size: size, format: .rgba8) { bytes in
      for index in bytes.indices {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: seed >> 56)
      }
    }
    return try LumaPicture(Frame(pixels: pixels, time: MediaTime(value: 0, timescale: 25)))
  }

  /// The picture when the texture has been turned about its middle, clockwise, and its middle lies at `center`.
  ///
  /// - Parameter smear: how far the texture moves during the exposure along its own rows, in pixels.
  static func picture(
    at center: SIMD2<Double>, turn: Angle = Angle(degrees: 0), gain: Double = 1, smear: Double = 0
  ) throws -> LumaPicture {
    let (cosine, sine) = (cos(turn.radians), sin(turn.radians))
    // The mean of a wave of this length over the motion.
    func faded(_ length: Double) -> Double { smear == 0 ? 1 : sin(smear / 2 / length) / (smear / 2 / length) }
    let strengths = (faded(5.3), 0.6 * faded(11), 0.4 * faded(4.5))
    let pixels = PixelBuffer(size: size, format: .rgba8) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
          let (u, v) = (cosine * place.x + sine * place.y, cosine * place.y - sine * place.x)
          let wave =
            strengths.0 * sin(u / 5.3) * cos(v / 7.1) + strengths.1 * sin((u + 2 * v) / 11)
            + strengths.2 * cos((2 * u - v) / 9)
          let level = UInt8(min(max(128 + gain * 45 * wave, 0), 255))
          for component in 0..<3 { bytes[4 * (y * size.width + x) + component] = level }
          bytes[4 * (y * size.width + x) + 3] = 255
        }
      }
    }
    return try LumaPicture(Frame(pixels: pixels, time: MediaTime(value: 0, timescale: 25)))
  }
}
