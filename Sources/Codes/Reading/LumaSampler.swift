import Imaging

/// Samples of a picture of luma between its pixels, by bilinear interpolation. Places outside repeat the edge. The
/// middle of the first pixel is at 0.5.
struct LumaSampler {
  private let bytes: UnsafeRawBufferPointer
  private let rowBytes: Int
  let width, height: Int

  /// Calls `body` with the sampler of a picture of format `l8`, valid during the call.
  static func over<Result>(_ luma: PixelBuffer, _ body: (LumaSampler) -> Result) -> Result {
    luma.withUnsafeBytes { bytes in
      body(LumaSampler(bytes: bytes, rowBytes: luma.rowBytes, width: luma.width, height: luma.height))
    }
  }

  private init(bytes: UnsafeRawBufferPointer, rowBytes: Int, width: Int, height: Int) {
    (self.bytes, self.rowBytes, self.width, self.height) = (bytes, rowBytes, width, height)
  }

  func sample(_ place: SIMD2<Double>) -> Float {
    let x = min(max(place.x - 0.5, 0), Double(width - 1))
    let y = min(max(place.y - 0.5, 0), Double(height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
    func pixel(_ x: Int, _ y: Int) -> Float { Float(bytes[y &* rowBytes &+ x]) }
    let above = pixel(left, top) + (pixel(right, top) - pixel(left, top)) * across
    let below = pixel(left, bottom) + (pixel(right, bottom) - pixel(left, bottom)) * across
    return above + (below - above) * down
  }

  /// Samples at places that are evenly spaced from one point to another.
  func profile(from start: SIMD2<Double>, to end: SIMD2<Double>, count: Int) -> [Float] {
    let step = (end - start) / Double(max(1, count - 1))
    return (0..<count).map { sample(start + step * Double($0)) }
  }

  func holds(_ place: SIMD2<Double>) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x <= Double(width) && place.y <= Double(height)
  }
}
