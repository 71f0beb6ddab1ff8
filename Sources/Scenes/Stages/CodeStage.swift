import Codes
import Imaging

/// Finds the codes of scenes, with their identities.
struct CodeStage: StageWork {
  private let tracking: CodeTracking
  private let tracker: CodeTracker

  init(_ tracking: CodeTracking) throws(SceneError) {
    self.tracking = tracking
    do throws(CodeError) {
      tracker = try tracking.tracker()
    } catch {
      throw .codes(error)
    }
  }

  func results(for scene: Scene) throws(SceneError) -> [Scene] {
    var scene = scene
    scene.codes = try scene.isOnlyFrame ? codesOfPhoto(scene.frame) : codes(in: scene.frame)
    return [scene]
  }

  /// The codes at the effort of a photo, which has more time.
  private func codesOfPhoto(_ frame: Frame) throws(SceneError) -> [MachineReadableCode] {
    var codes: [MachineReadableCode]
    do throws(CodeError) {
      codes = try tracking.detector().codes(in: frame)
    } catch {
      throw .codes(error)
    }
    for index in codes.indices { codes[index].id = index + 1 }
    return codes
  }

  func codes(in frame: Frame) throws(SceneError) -> [MachineReadableCode] {
    do throws(CodeError) {
      return try tracker.update(frame)
    } catch {
      throw .codes(error)
    }
  }
}
