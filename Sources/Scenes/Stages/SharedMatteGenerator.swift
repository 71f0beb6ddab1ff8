import Segmentation
import Synchronization

/// The generator of the stages that make mattes of one stream, loaded by the first of them, and released with the last.
final class SharedMatteGenerator: Sendable {
  private struct Reference {
    weak var generator: MatteGenerator?
  }

  private let analysis: SceneAnalysis
  private let besideOtherStages: Bool
  private let reference = Mutex(Reference())

  /// - Parameter besideOtherStages: whether other stages work meanwhile, and need cores.
  init(_ analysis: SceneAnalysis, besideOtherStages: Bool) {
    (self.analysis, self.besideOtherStages) = (analysis, besideOtherStages)
  }

  /// The generator.
  ///
  /// - Throws: ``SceneError/mattes(_:)`` if a network cannot be found or loaded.
  func loaded() throws(SceneError) -> MatteGenerator {
    try reference.withLock { reference throws(SceneError) in
      if let generator = reference.generator { return generator }
      do throws(SegmentationError) {
        let generator = try MatteGenerator(
          weights: analysis.weights, quality: analysis.quality, keepsNetworks: true,
          usesHalfTheCoresForPeople: besideOtherStages)
        reference.generator = generator
        return generator
      } catch {
        throw .mattes(error)
      }
    }
  }
}
