import Imaging
import Inference
import Kernels
import Models

/// The project's own network that predicts the teeth in a mouth. Training and quality:
/// `Models/Weights/teeth-research.md`. May be shared by threads.
final class TeethNetwork: Sendable {
  private let network: Network
  /// The probability from which a pixel is a tooth in the matte. At the edge both networks classify lips and gums as
  /// teeth rather than teeth as lips; chosen on pictures of the hand-drawn set: on every
  /// second one for `research`, on all of them for `permissive`.
  let threshold: Float

  init(_ weights: ModelWeights, store: NetworkStore) throws(SegmentationError) {
    threshold =
      switch weights {
      case .research: 0.82
      case .permissive: 0.7
      }
    do {
      network = try Network(weights.teethFileName, from: store, threads: 1)
    } catch {
      throw .network(error)
    }
  }

  /// The probability of a tooth at each pixel of a mouth, `0...1`, row by row.
  ///
  /// - Parameter mouth: the picture of the mouth, of format `rgba8` and ``MouthCrop/size``.
  func probabilities(in mouth: PixelBuffer) throws(SegmentationError) -> [Float] {
    let result: Result<[Float], SegmentationError>
    do {
      result = try network.run(writing: { PlanarInput.write(mouth, to: $0) }) { outputs in
        // The only output: OpenVINO's optimisation may give it a second name.
        guard outputs[0].count == MouthCrop.size.area else {
          return .failure(.unexpectedOutput(network: network.name, reason: "shape \(outputs.shapes[0])"))
        }
        return .success(Array(outputs[0]))
      }
    } catch {
      throw .network(error)
    }
    return try result.get()
  }
}
