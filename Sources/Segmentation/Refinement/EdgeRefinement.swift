import Imaging
import Kernels

/// Takes the network's coarse planes to the size of a picture, along the picture's own edges.
struct EdgeRefinement {
  /// Radius of the guided filter's window, in pixels of the network's picture.
  var radius = 4
  /// Variance below which the picture counts as flat.
  var epsilon: Float = 4e-4

  /// The planes as bytes at the size of `picture`, given the small version of it that the network saw.
  func refined(
    _ planes: PlanarBuffer<Float>, small: PixelBuffer, picture: PixelBuffer
  ) throws(SegmentationError) -> PlanarBuffer<UInt8> {
    var refined: PlanarBuffer<UInt8>
    do {
      refined = try GuidedFilter(fitting: planes, to: small, radius: radius, epsilon: epsilon).applied(to: picture)
    } catch {
      throw .kernel(error)
    }
    let curve = Self.curve
    refined.samples.withUnsafeMutableBufferPointer { samples in
      curve.withUnsafeBufferPointer { curve in
        for index in samples.indices { samples[index] = curve[Int(samples[index])] }
      }
    }
    return refined
  }

  /// Takes the haze off both ends, which a linear model leaves where the picture has texture.
  private static let curve: [UInt8] = (0...255).map { value in
    let low: Float = 0.06
    let high: Float = 0.94
    return UInt8((min(max((Float(value) / 255 - low) / (high - low), 0), 1) * 255).rounded())
  }
}
