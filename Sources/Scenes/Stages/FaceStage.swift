import FaceMeta

/// Finds the faces of scenes, with their identities.
struct FaceStage: StageWork {
  private let tracker: FaceTracker

  init(_ tracking: FaceTracking) throws(SceneError) {
    do throws(FaceError) {
      tracker = try tracking.tracker()
    } catch {
      throw .faces(error)
    }
  }

  func results(for scene: Scene) throws(SceneError) -> [Scene] {
    var scene = scene
    do throws(FaceError) {
      scene.faces = try tracker.update(scene.frame)
    } catch {
      throw .faces(error)
    }
    return [scene]
  }
}
