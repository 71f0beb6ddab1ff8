import Imaging
import Segmentation

/// Makes the mattes of scenes.
///
/// A frame without people has a black portrait matte rather than none: when a person leaves the picture, the background
/// stays replaced.
struct SceneMatteStage: StageWork {
  private let generator: MatteGenerator
  private let stream: MatteStream
  private let kinds: Set<MatteKind>

  /// - Parameter generator: that of the analysis.
  init(_ kinds: Set<MatteKind>, by generator: SharedMatteGenerator) throws(SceneError) {
    self.generator = try generator.loaded()
    stream = MatteStream(generator: self.generator)
    self.kinds = kinds
  }

  func results(for input: ScenesAndLaterFrames.Element) throws(SceneError) -> [Scene] {
    switch input {
    case .scene(let scene): return [try withMattes(scene)]
    case .laterFrame(let observation):
      stream.learnBackground(from: observation)
      return []
    }
  }

  private func withMattes(_ scene: Scene) throws(SceneError) -> Scene {
    var scene = scene
    scene.mattes =
      try scene.isOnlyFrame
      ? mattesOfPhoto(scene.frame, faces: scene.faces) : mattes(in: scene.frame, faces: scene.faces)
    return scene
  }

  private func mattesOfPhoto(_ frame: Frame, faces: [Face]) throws(SceneError) -> MatteSet {
    do throws(SegmentationError) {
      return try generator.mattes(
        kinds, for: frame.pixels, orientation: frame.orientation, faces: faces, in: .stored)
    } catch {
      throw .mattes(error)
    }
  }

  func mattes(in frame: Frame, faces: [Face]) throws(SceneError) -> MatteSet {
    var mattes: MatteSet
    do throws(SegmentationError) {
      mattes = try stream.mattes(kinds, for: frame, faces: faces, in: .stored)
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
