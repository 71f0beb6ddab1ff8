import FaceMeta
import Imaging

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
    scene.faces = try faces(in: scene.frame)
    return [scene]
  }

  func faces(in frame: Frame) throws(SceneError) -> [Face] {
    do throws(FaceError) {
      return try tracker.update(frame)
    } catch {
      throw .faces(error)
    }
  }
}
