import Imaging
import Segmentation

/// Finds the people in scenes, for ``SceneMatteStage``.
struct ScenePeopleStage: StageWork {
  private let kinds: Set<MatteKind>
  private var search: FramePeopleSearch

  /// - Parameters:
  ///   - kinds: the kinds of mattes that will be made.
  ///   - generator: that of the analysis.
  init(for kinds: Set<MatteKind>, by generator: SharedMatteGenerator) throws(SceneError) {
    self.kinds = kinds
    search = FramePeopleSearch(generator: try generator.loaded())
  }

  mutating func results(for input: ScenesAndLaterFrames.Element) throws(SceneError) -> [ScenePeople] {
    switch input {
    case .scene(let scene):
      let people = try scene.isOnlyFrame ? nil : people(in: scene.frame, faces: scene.faces)
      return [ScenePeople(scene: scene, people: people)]
    case .laterFrame(let observation):
      search.learnBackground(from: observation)
      return []
    }
  }

  mutating func people(in frame: Frame, faces: [Face]) throws(SceneError) -> FramePeople {
    do throws(SegmentationError) {
      return try search.people(in: frame, faces: faces, in: .stored, wantsTeeth: kinds.contains(.teeth))
    } catch {
      throw .mattes(error)
    }
  }
}
