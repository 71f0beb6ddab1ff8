import Imaging
import Kernels

/// A picture in gray of a plane of probabilities, for what works on pictures: resizing, dilation.
enum ProbabilityMap {
  /// - Parameters:
  ///   - plane: `size.area` samples.
  ///   - value: the sample of the picture for one of the plane; limited to `0...255`, without its fraction.
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
