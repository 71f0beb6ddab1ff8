import FaceMeta
import Imaging

/// Finds the faces of scenes, with their identities.
struct FaceStage: StageWork {
  private let tracking: FaceTracking
  private let tracker: FaceTracker

  init(_ tracking: FaceTracking) throws(SceneError) {
    self.tracking = tracking
    do throws(FaceError) {
      tracker = try tracking.tracker()
    } catch {
      throw .faces(error)
    }
  }

  func results(for scene: Scene) throws(SceneError) -> [Scene] {
    var scene = scene
    scene.faces = try scene.isOnlyFrame ? facesOfPhoto(scene.frame) : faces(in: scene.frame)
    return [scene]
  }

  /// The faces as in a photo, numbered from left to right as those of a stream's first frame.
  private func facesOfPhoto(_ frame: Frame) throws(SceneError) -> [Face] {
    var faces: [Face]
    do throws(FaceError) {
      faces = try tracking.detector().faces(in: frame.pixels, orientation: frame.orientation)
    } catch {
      throw .faces(error)
    }
    let fromLeft = faces.indices.sorted { faces[$0].bounds.midX < faces[$1].bounds.midX }
    for (number, index) in fromLeft.enumerated() {
      faces[index].id = number + 1
      faces[index].time = frame.time
    }
    return faces
  }

  func faces(in frame: Frame) throws(SceneError) -> [Face] {
    do throws(FaceError) {
      return try tracker.update(frame)
    } catch {
      throw .faces(error)
    }
  }
}
