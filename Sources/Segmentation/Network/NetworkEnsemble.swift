import Imaging
import Kernels

/// Networks that are asked about the same picture, and whose answers are averaged: one that was taught otherwise, or sees
/// the picture in another size, errs elsewhere (Lakshminarayanan et al., Simple and Scalable Predictive Uncertainty
/// Estimation using Deep Ensembles, 2017). May be shared by threads.
struct NetworkEnsemble: Sendable {
  private let networks: [MatteNetwork]

  /// The most that the long side of the input of a second network has, in pixels. At 512 `photos-research` takes a flag beside
  /// an arm for clothes, and sees no hair in a small photo that is enlarged so far.
  private static let longestSecondSide = 384

  init(_ networks: [MatteNetwork]) {
    precondition(!networks.isEmpty)
    self.networks = networks
  }

  /// Loads those networks that are not loaded yet.
  func prepare() throws(SegmentationError) {
    for network in networks { try network.prepare() }
  }

  /// The mean of the networks' answers, of the size of the first one's: see
  /// ``MatteNetwork/answer(for:withFlipAugmentation:)``.
  func answer(for picture: PixelBuffer, withFlipAugmentation: Bool) throws(SegmentationError) -> MatteNetwork.Answer {
    var mean = try networks[0].answer(for: picture, withFlipAugmentation: withFlipAugmentation)
    guard networks.count > 1 else { return mean }
    let longSide = min(max(picture.width, picture.height), Self.longestSecondSide)
    let size = MatteNetwork.inputSize(for: picture.size, longSide: longSide)
    let smaller: PixelBuffer
    do {
      smaller = size == picture.size ? picture : try picture.resized(to: size)
    } catch {
      throw .kernel(error)
    }
    for (count, network) in networks.enumerated().dropFirst() {
      let other = try network.answer(for: smaller, withFlipAugmentation: withFlipAugmentation)
      try mean.average(with: other, weight: 1 / Float(count + 1))
    }
    return mean
  }
}
