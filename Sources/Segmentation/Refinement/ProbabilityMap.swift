import Imaging
import Kernels

/// A gray picture of a plane of probabilities, for resizing and dilation.
enum ProbabilityMap {
  /// - Parameters:
  ///   - plane: `size.area` samples.
  ///   - value: the picture's sample for a probability of 1; results are limited to `0...255` and truncated.
  static func picture(
    of plane: some Sequence<Float>, size: PixelSize, _ value: (Float) -> Float
  ) -> PixelBuffer {
    PixelBuffer(
      size: size, format: .l8, colorSpace: .linearGray, bytes: plane.map { UInt8(min(max(value($0), 0), 255)) })
  }

  /// A plane of probabilities in another size, in steps of 1/255.
  static func resized(
    _ plane: some Sequence<Float>, of size: PixelSize, to other: PixelSize
  ) throws(KernelError) -> [Float] {
    try picture(of: plane, size: size) { (255 * $0).rounded() }
      .resized(to: other, interpolation: .linear).bytes.map { Float($0) / 255 }
  }
}
