import Imaging
import Kernels

/// Lowers the portrait where neither of a photo's two networks is certain of a person and the people network finds
/// none, for example on a flag beside an arm of its color. The people network has already run, for the presence, so
/// that this costs no inference.
enum FalsePositiveSuppression {
  /// The probability up to which neither of the two is certain.
  private static let doubtful: Float = 0.85

  /// Hair and skin are unchanged. Passers-by, whom the people network finds and the two exclude, are not added.
  ///
  /// - Parameters:
  ///   - prediction: the prediction of a photo by two networks; changed in place. That of one network is unchanged.
  ///   - people: the people network's prediction, of the same size: one plane for each ``MatteChannel``.
  static func apply(to prediction: inout CoarsePrediction, by people: PlanarBuffer<Float>) {
    guard let larger = prediction.largerPortrait else { return }
    let size = prediction.planes.size
    let third = people[MatteChannel.portrait.rawValue]
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
