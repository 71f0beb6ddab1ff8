import Imaging
import Kernels

/// Networks that are asked about the same picture, and whose answers are averaged: one that was taught otherwise errs
/// elsewhere (Lakshminarayanan et al., Simple and Scalable Predictive Uncertainty Estimation using Deep Ensembles, 2017). May
/// be shared by threads.
struct NetworkEnsemble: Sendable {
  let networks: [MatteNetwork]

  init(_ networks: [MatteNetwork]) {
    precondition(!networks.isEmpty)
    self.networks = networks
  }

  /// Loads those networks that are not loaded yet.
  func prepare() throws(SegmentationError) {
    for network in networks { try network.prepare() }
  }

  /// The mean of the networks' answers: see ``MatteNetwork/answer(for:withFlipAugmentation:)``.
  func answer(for picture: PixelBuffer, withFlipAugmentation: Bool) throws(SegmentationError) -> MatteNetwork.Answer {
    var sum = try networks[0].answer(for: picture, withFlipAugmentation: withFlipAugmentation)
    for (count, network) in networks.enumerated().dropFirst() {
      let other = try network.answer(for: picture, withFlipAugmentation: withFlipAugmentation)
      try sum.average(with: other, from: network, weight: 1 / Float(count + 1))
    }
    return sum
  }
}
