import Codes
import Imaging

/// Finds the codes of scenes, with their identities.
struct CodeStage: StageWork {
  private let tracker: CodeTracker

  init(_ tracking: CodeTracking) throws(SceneError) {
    do throws(CodeError) {
      tracker = try tracking.tracker()
    } catch {
      throw .codes(error)
    }
  }

  func results(for scene: Scene) throws(SceneError) -> [Scene] {
    var scene = scene
    scene.codes = try codes(in: scene.frame)
    return [scene]
  }

  func codes(in frame: Frame) throws(SceneError) -> [MachineReadableCode] {
    do throws(CodeError) {
      return try tracker.update(frame)
    } catch {
      throw .codes(error)
    }
  }
}
