import Imaging
import Kernels

/// A network, and maybe a second one that is asked about the same picture. Their answers are pooled: a network that was
/// taught otherwise, or sees the picture in another size, errs elsewhere (Lakshminarayanan et al., Simple and Scalable
/// Predictive Uncertainty Estimation using Deep Ensembles, 2017). May be shared by threads.
struct NetworkEnsemble: Sendable {
  private let first: MatteNetwork
  private let second: MatteNetwork?

  /// The most that the long side of the input of the second network has, in pixels. At 512 `photos-research` takes a flag beside
  /// an arm for clothes, and sees no hair in a small photo that is enlarged so far.
  private static let longestSecondSide = 384

  init(_ first: MatteNetwork, with second: MatteNetwork? = nil) {
    self.first = first
    self.second = second
  }

  /// Loads those networks that are not loaded yet.
  func prepare() throws(SegmentationError) {
    try first.prepare()
    try second?.prepare()
  }

  /// The joint prediction of the networks, of the size of the first one's: see
  /// ``MatteNetwork/answer(for:withFlipAugmentation:)``.
  func answer(for picture: PixelBuffer, withFlipAugmentation: Bool) throws(SegmentationError) -> MatteNetwork.Answer {
    var answer = try first.answer(for: picture, withFlipAugmentation: withFlipAugmentation)
    guard let second else { return answer }
    let longSide = min(max(picture.width, picture.height), Self.longestSecondSide)
    let size = MatteNetwork.inputSize(for: picture.size, longSide: longSide)
    let smaller: PixelBuffer
    do {
      smaller = size == picture.size ? picture : try picture.resized(to: size)
    } catch {
      throw .kernel(error)
    }
    try answer.pool(with: second.answer(for: smaller, withFlipAugmentation: withFlipAugmentation))
    return answer
  }
}
