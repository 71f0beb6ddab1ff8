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
  /// The probability that anybody is there, `0...1`; nil where the network does not tell.
  var presence: Double?
  /// The larger one of two networks' probabilities of the portrait; nil where one network was asked.
  var largerPortrait: [Float]?
  /// Whether the network for close-ups of heads made it.
  var isCloseUp = false

  /// Pixels of the network's input for one of the planes, a side: 1 or 2.
  var step: Int { inputSize.width / guide.width }
}
