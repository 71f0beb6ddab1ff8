import Imaging
import Kernels

/// Lowers the portrait where neither of the two networks for a photo is sure of a person and the network that finds all people
/// sees none, on a flag beside an arm of its color, say. That network has already run, for the probability that anybody is
/// there, so that this costs no inference.
enum FalsePositiveSuppression {
  /// The probability up to which neither of the two is sure.
  private static let doubtful: Float = 0.85

  /// Hair and skin stay as they are. Passers-by, whom the third network finds and the two leave out, are not added.
  ///
  /// - Parameters:
  ///   - prediction: the prediction of a photo by two networks; changed in place. That of one network is left as it is.
  ///   - everyone: the prediction of the third network, of the same size: one plane for each ``MatteChannel``.
  static func settle(_ prediction: inout CoarsePrediction, by everyone: PlanarBuffer<Float>) {
    guard let larger = prediction.largerPortrait else { return }
    let size = prediction.planes.size
    let third = everyone[MatteChannel.portrait.rawValue]
    let first = third.startIndex
    let (hair, skin) = (MatteChannel.hair.rawValue * size.area, MatteChannel.skin.rawValue * size.area)
    let portrait = MatteChannel.portrait.rawValue * size.area
    prediction.planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<size.area where larger[index] <= doubtful {
        let own = samples[portrait &+ index]
        let other = max(third[first &+ index], samples[hair &+ index], samples[skin &+ index])
        if other < own { samples[portrait &+ index] = OpinionPool.pooled(own, other) }
      }
    }
  }
}
