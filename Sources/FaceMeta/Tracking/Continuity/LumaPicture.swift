import Imaging
import Kernels

/// The luma of an upright frame, reduced: enough to find a recently detected face again.
struct LumaPicture: Sendable {
  let size: PixelSize
  /// Row by row, `0...255`.
  let samples: [UInt8]

  /// Long side of the reduced frame, in pixels.
  private static let longSide = 640

  init(_ frame: Frame) throws(FaceError) {
    let full = frame.size
    let scale = min(1, Double(Self.longSide) / Double(max(full.width, full.height)))
    let small = PixelSize(
      width: max(1, Int(Double(full.width) * scale)), height: max(1, Int(Double(full.height) * scale)))
    do {
      if let picture = frame.picture as? YCbCrPicture, picture.layout.depth == 8 {
        let luma = try picture.luma.resized(to: small).oriented(by: frame.orientation)
        size = luma.size
        samples = picture.layout.isFullRange ? luma.bytes : Self.expanded(luma.bytes)
      } else {
        let luma = try frame.pixels.resized(to: small).converted(to8Bit: .l8).oriented(by: frame.orientation)
        size = luma.size
        samples = luma.bytes
      }
    } catch {
      throw .pixels(error)
    }
  }

  /// Samples of `16...235` over all values.
  private static func expanded(_ samples: [UInt8]) -> [UInt8] {
    samples.map { UInt8(truncatingIfNeeded: min(max((Int32($0) &- 16) &* 76309 &+ 32768, 0) &>> 16, 255)) }
  }

  /// The samples as a picture.
  var gray: PixelBuffer { PixelBuffer(size: size, format: .l8, bytes: samples) }

  /// Samples at a grid of `count` by `count` places with a spacing of `step` pixels round a center; places outside
  /// repeat the edge.
  func grid(round center: SIMD2<Double>, step: Double, count: Int) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(count * count)
    let half = Double(count - 1) / 2
    for row in 0..<count {
      let y = Self.place(center.y + (Double(row) - half) * step, in: size.height)
      for column in 0..<count {
        let x = Self.place(center.x + (Double(column) - half) * step, in: size.width)
        result.append(Float(samples[y &* size.width &+ x]))
      }
    }
    return result
  }

  /// Samples between pixels, by bilinear interpolation, at a grid of `count` by `count` places; places outside repeat
  /// the edge. The middle of the first pixel is at 0.5.
  func interpolated(count: Int, at place: (_ column: Int, _ row: Int) -> SIMD2<Double>) -> [Float] {
    [Float](unsafeUninitializedCapacity: count * count) { result, initialized in
      samples.withUnsafeBufferPointer { samples in
        for row in 0..<count {
          for column in 0..<count {
            let place = place(column, row) - SIMD2(0.5, 0.5)
            let x = min(max(place.x, 0), Double(size.width - 1))
            let y = min(max(place.y, 0), Double(size.height - 1))
            let (left, top) = (Int(x), Int(y))
            let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
            let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
            func sample(_ x: Int, _ y: Int) -> Float { Float(samples[y * size.width + x]) }
            let above = sample(left, top) + (sample(right, top) - sample(left, top)) * across
            let below = sample(left, bottom) + (sample(right, bottom) - sample(left, bottom)) * across
            result[row * count + column] = above + (below - above) * down
          }
        }
      }
      initialized = count * count
    }
  }

  /// Whether a place lies in the picture.
  func holds(_ place: SIMD2<Double>) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < Double(size.width) && place.y < Double(size.height)
  }

  private static func place(_ value: Double, in length: Int) -> Int {
    Int(min(max(value, 0), Double(length - 1)))
  }
}
