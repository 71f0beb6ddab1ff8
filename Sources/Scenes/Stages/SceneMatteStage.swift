import Imaging
import Segmentation

/// Makes the mattes of the people in scenes.
///
/// A frame without people has a black portrait matte rather than none: when a person leaves the picture, the background
/// stays replaced.
struct SceneMatteStage: StageWork {
  private let generator: MatteGenerator
  private let kinds: Set<MatteKind>
  private var refinement: FrameMatteRefinement

  /// - Parameter generator: that of the analysis.
  init(_ kinds: Set<MatteKind>, by generator: SharedMatteGenerator) throws(SceneError) {
    self.generator = try generator.loaded()
    self.kinds = kinds
    refinement = FrameMatteRefinement(generator: self.generator)
  }

  mutating func results(for input: ScenePeople) throws(SceneError) -> [Scene] {
    var scene = input.scene
    if let people = input.people {
      scene.mattes = try mattes(of: people, in: scene.frame)
    } else {
      scene.mattes = try mattesOfPhoto(scene.frame, faces: scene.faces)
    }
    return [scene]
  }

  private func mattesOfPhoto(_ frame: Frame, faces: [Face]) throws(SceneError) -> MatteSet {
    do throws(SegmentationError) {
      return try generator.mattes(
        kinds, for: frame.pixels, orientation: frame.orientation, faces: faces, in: .stored)
    } catch {
      throw .mattes(error)
    }
  }

  mutating func mattes(of people: FramePeople, in frame: Frame) throws(SceneError) -> MatteSet {
    var mattes: MatteSet
    do throws(SegmentationError) {
      mattes = try refinement.mattes(kinds, of: people, in: .stored)
    } catch {
      throw .mattes(error)
    }
    if kinds.contains(.portrait), mattes[.portrait] == nil {
      let black = PixelBuffer(size: frame.size.half, format: .l8, colorSpace: .linearGray)
      mattes.insert(Matte(kind: .portrait, pixels: black, coordinateSpace: .stored))
    }
    return mattes
  }
}
