import Imaging
import Kernels

/// A network's output for a picture, before refinement.
struct CoarsePrediction: Sendable {
  /// One plane for each ``MatteChannel``: probabilities, `0...1`.
  var planes: PlanarBuffer<Float>
  /// The picture at the planes' size, as `rgba8`: the guide of the guided filter.
  let guide: PixelBuffer
  /// The size of the network's input: that of the planes, or twice that.
  let inputSize: PixelSize
  /// The probability of a person, `0...1`; nil if the network has no such output.
  var presence: Double?
  /// The larger of two networks' portrait probabilities; nil for one network.
  var largerPortrait: [Float]?
  /// Whether the network for close-ups of heads made it.
  var isCloseUp = false

  /// Pixels of the network's input per pixel of the planes, a side: 1 or 2.
  var step: Int { inputSize.width / guide.width }
}
