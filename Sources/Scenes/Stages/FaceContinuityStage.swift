import FaceMeta

/// Looks ahead for the faces of scenes: adds faces that were missed and found in nearby scenes, and smooths their paths
/// over earlier and later scenes. Scenes wait until that is known.
struct FaceContinuityStage: StageWork {
  private let continuity: FaceContinuity
  private let smoother: FacePathSmoother?
  /// The scenes that wait, oldest first.
  private var waiting: [Scene] = []

  init(_ tracking: FaceTracking) {
    continuity = FaceContinuity(window: tracking.lookAhead)
    smoother = tracking.smoothing > 0 ? FacePathSmoother(reach: tracking.smoothing) : nil
  }

  mutating func results(for scene: Scene) throws(SceneError) -> [Scene] {
    waiting.append(scene)
    do throws(FaceError) {
      return settle(smoothed(try continuity.add(scene.frame, faces: scene.faces)))
    } catch {
      throw .faces(error)
    }
  }

  mutating func finish() throws(SceneError) -> [Scene] {
    settle(smoothed(continuity.finish()) + (smoother?.finish() ?? []))
  }

  private func smoothed(_ frames: [TrackedFrame]) -> [TrackedFrame] {
    smoother.map { smoother in frames.flatMap { smoother.add($0) } } ?? frames
  }

  /// The oldest scenes with the faces that are settled.
  private mutating func settle(_ frames: [TrackedFrame]) -> [Scene] {
    defer { waiting.removeFirst(frames.count) }
    return zip(waiting, frames).map { scene, frame in
      var scene = scene
      scene.faces = frame.faces
      scene.heldFaces = frame.heldFaces
      return scene
    }
  }
}
