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

  /// The mean probability of the pixels that belong to a channel; nil where none does.
  func certainty(of channel: MatteChannel) -> Double? {
    var (sum, count) = (Float(0), 0)
    for value in planes[channel.rawValue] where value >= 0.5 {
      sum += value
      count += 1
    }
    return count == 0 ? nil : Double(sum) / Double(count)
  }
}
