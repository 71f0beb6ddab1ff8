import Imaging
import Segmentation

/// Observes the background in later frames of a stream, while the mattes of earlier ones are made.
struct BackgroundStage: StageWork {
  private let generator: MatteGenerator

  init(_ generator: SharedMatteGenerator) throws(SceneError) { self.generator = try generator.loaded() }

  func results(for frame: Frame) throws(SceneError) -> [BackgroundObservation] {
    do throws(SegmentationError) {
      return [try generator.backgroundObservation(of: frame)]
    } catch {
      throw .mattes(error)
    }
  }
}
