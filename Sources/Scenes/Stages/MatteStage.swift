import Imaging
import Segmentation

/// Makes the mattes of scenes.
struct MatteStage: StageWork {
  private let stream: MatteStream
  private let kinds: Set<MatteKind>

  init(_ analysis: SceneAnalysis) throws(SceneError) {
    do throws(SegmentationError) {
      stream = MatteStream(generator: try MatteGenerator(weights: analysis.weights, quality: analysis.quality))
    } catch {
      throw .mattes(error)
    }
    kinds = analysis.mattes
  }

  func results(for scene: Scene) throws(SceneError) -> [Scene] {
    var scene = scene
    do throws(SegmentationError) {
      scene.mattes = try stream.mattes(kinds, for: scene.frame, faces: scene.faces, in: .stored)
    } catch {
      throw .mattes(error)
    }
    return [scene]
  }
}
