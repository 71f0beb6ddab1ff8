import Imaging

extension SIMD4<Float> {
  /// The difference from another cell's colour, in levels of the component that differs most.
  func largestDifference(from other: SIMD4<Float>) -> Float {
    let difference = self - other
    return Swift.max(abs(difference.x), abs(difference.y), abs(difference.z))
  }
}

extension PixelBuffer {
  /// The red, green and blue of each pixel of a picture of format `rgba8`, in levels of `0...255`.
  var cellColors: [SIMD4<Float>] {
    precondition(format == .rgba8)
    let (size, rowBytes) = (size, rowBytes)
    return withUnsafeBytes { bytes in
      [SIMD4<Float>](unsafeUninitializedCapacity: size.area) { colors, count in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pixel = y &* rowBytes &+ 4 &* x
            colors[y &* size.width &+ x] = SIMD4(
              Float(bytes[pixel]), Float(bytes[pixel &+ 1]), Float(bytes[pixel &+ 2]), 0)
          }
        }
        count = size.area
      }
    }
  }
}
