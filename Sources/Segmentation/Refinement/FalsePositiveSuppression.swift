import Imaging
import Kernels

/// Hears the network that knows everybody where neither of the two networks for a photo is sure of a person, on a flag beside
/// an arm of its color, say. That network has already seen the photo, to say whether anybody is there, so that no network runs for
/// this.
enum FalsePositiveSuppression {
  /// The probability up to which neither of the two is sure.
  private static let doubtful: Float = 0.85

  /// Lowers the portrait where the two doubt and the third one sees nobody; hair and skin keep what they have. Passers-by, whom
  /// the third one knows and the two leave out, are not added.
  ///
  /// - Parameters:
  ///   - prediction: the prediction of a photo by two networks; changed in place. That of one network is left as it is.
  ///   - everybody: what the third one says: one plane for each ``MatteChannel``, probabilities, of any size.
  static func settle(
    _ prediction: inout CoarsePrediction, by everybody: PlanarBuffer<Float>
  ) throws(SegmentationError) {
    guard let larger = prediction.largerPortrait else { return }
    let size = prediction.planes.size
    let third: [Float]
    do {
      third = try ProbabilityMap.resized(everybody[MatteChannel.portrait.rawValue], of: everybody.size, to: size)
    } catch {
      throw .kernel(error)
    }
    let (hair, skin) = (MatteChannel.hair.rawValue * size.area, MatteChannel.skin.rawValue * size.area)
    let portrait = MatteChannel.portrait.rawValue * size.area
    prediction.planes.samples.withUnsafeMutableBufferPointer { samples in
      for index in 0..<size.area where larger[index] <= doubtful {
        let said = samples[portrait &+ index]
        let other = max(third[index], samples[hair &+ index], samples[skin &+ index])
        if other < said { samples[portrait &+ index] = OpinionPool.pooled(said, other) }
      }
    }
  }
}
