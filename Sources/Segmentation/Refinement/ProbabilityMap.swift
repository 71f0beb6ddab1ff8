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

  /// A part of planes of probabilities in another size, in steps of 1/255.
  static func resized(
    _ planes: PlanarBuffer<Float>, part: NormalizedRect, to size: PixelSize
  ) throws(SegmentationError) -> PlanarBuffer<Float> {
    let (width, height) = (Double(planes.size.width), Double(planes.size.height))
    let map = AffineTransform2D(
      a: part.width * width / Double(size.width), b: 0, c: 0, d: part.height * height / Double(size.height),
      tx: part.x * width, ty: part.y * height)
    do {
      var samples: [Float] = []
      for plane in 0..<planes.planeCount {
        if part == .full {
          samples += try resized(planes[plane], of: planes.size, to: size)
        } else {
          let picture = picture(of: planes[plane], size: planes.size) { (255 * $0).rounded() }
          samples += try picture.warped(by: map, to: size).bytes.map { Float($0) / 255 }
        }
      }
      return PlanarBuffer(size: size, planeCount: planes.planeCount, samples: samples)
    } catch {
      throw .kernel(error)
    }
  }
}
