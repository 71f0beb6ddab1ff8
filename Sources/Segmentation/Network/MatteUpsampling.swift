import Imaging
import Kernels

extension PlanarBuffer<Float> {
  /// The planes at twice their size, interpolated bilinearly between the centres of pixels; edges repeat.
  ///
  /// A network that ends at half its input's size is enlarged here: in OpenVINO the same step takes a fifth of its time.
  func doubled() -> PlanarBuffer<Float> {
    let (width, height) = (size.width, size.height)
    let large = PixelSize(width: 2 * width, height: 2 * height)
    let values = [Float](unsafeUninitializedCapacity: planeCount * large.area) { output, count in
      samples.withUnsafeBufferPointer { samples in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { line in
          for row in 0..<planeCount &* large.height {
            let (plane, y) = (row / large.height, row % large.height)
            let near = plane &* size.area &+ (y / 2) &* width
            let other = y & 1 == 0 ? max(y / 2 &- 1, 0) : min(y / 2 &+ 1, height &- 1)
            let far = plane &* size.area &+ other &* width
            for x in 0..<width { line[x] = 0.75 * samples[near &+ x] + 0.25 * samples[far &+ x] }
            let target = row &* large.width
            for x in 0..<width {
              output[target &+ 2 &* x] = 0.75 * line[x] + 0.25 * line[max(x &- 1, 0)]
              output[target &+ 2 &* x &+ 1] = 0.75 * line[x] + 0.25 * line[min(x &+ 1, width &- 1)]
            }
          }
        }
      }
      count = planeCount * large.area
    }
    return PlanarBuffer(size: large, planeCount: planeCount, samples: values)
  }
}
