import FaceMeta

/// Adds to scenes the faces that were missed there and found in scenes near by. Scenes wait until that is known.
struct FaceContinuityStage: StageWork {
  private let continuity: FaceContinuity
  /// The scenes that wait, oldest first.
  private var waiting: [Scene] = []

  init(window: Double) { continuity = FaceContinuity(window: window) }

  mutating func results(for scene: Scene) throws(SceneError) -> [Scene] {
    waiting.append(scene)
    do throws(FaceError) {
      return settle(try continuity.add(scene.frame, faces: scene.faces))
    } catch {
      throw .faces(error)
    }
  }

  mutating func finish() throws(SceneError) -> [Scene] { settle(continuity.finish()) }

  /// The oldest scenes with the faces that are settled.
  private mutating func settle(_ entries: [FaceContinuity.Entry]) -> [Scene] {
    defer { waiting.removeFirst(entries.count) }
    return zip(waiting, entries).map { scene, entry in
      var scene = scene
      scene.faces = entry.faces
      scene.heldFaces = entry.held
      return scene
    }
  }
}
