import Imaging
import Kernels

/// What a network saw of a picture.
struct MatteSight: Sendable {
  /// Of ``MatteChannel``.
  var planes: PlanarBuffer<Float>
  /// The picture at the planes' size.
  let small: PixelBuffer
}
