import Imaging
import Kernels

/// A network, and an optional second one for the same picture. Their predictions are pooled: a network with other
/// training or another input size has other errors (Lakshminarayanan et al., Simple and Scalable Predictive Uncertainty
/// Estimation using Deep Ensembles, 2017). May be shared by threads.
struct NetworkEnsemble: Sendable {
  private let first: MatteNetwork
  private let second: MatteNetwork?

  /// The maximum long side of the second network's input, in pixels. At 512 `photos-research` confuses a flag beside an
  /// arm with clothes, and misses hair in a small photo that is enlarged to it.
  private static let longestSecondSide = 384

  init(_ first: MatteNetwork, with second: MatteNetwork? = nil) {
    self.first = first
    self.second = second
  }

  /// Loads the networks that are not loaded yet.
  func prepare(for size: PixelSize? = nil) throws(SegmentationError) {
    try first.prepare(for: size)
    try second?.prepare(for: size)
  }

  /// Unloads the networks; they are loaded again on demand.
  func unload() {
    first.unload()
    second?.unload()
  }

  /// The pooled prediction of the networks, of the size of the first one's: see
  /// ``MatteNetwork/answer(for:withFlipAugmentation:)``.
  ///
  /// - Parameter enlargement: the sides of the input relative to the usual one, for small people.
  func answer(
    for picture: PixelBuffer, withFlipAugmentation: Bool, enlargement: Double = 1
  ) throws(SegmentationError) -> MatteNetwork.Answer {
    var answer = try first.answer(for: picture, withFlipAugmentation: withFlipAugmentation)
    guard let second else { return answer }
    let longest = Int((Double(Self.longestSecondSide) * enlargement).rounded())
    let longSide = min(max(picture.width, picture.height), longest)
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
