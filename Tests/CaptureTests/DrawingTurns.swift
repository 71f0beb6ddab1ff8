import Capture
import Dispatch
import Scenes

/// Lets an effect draw as many frames as it is given turns. May be shared by threads.
final class DrawingTurns: Sendable {
  private let turns = DispatchSemaphore(value: 0)

  /// An effect that changes nothing, and takes a turn for each frame.
  func effect(bufferCount: Int, to output: any CaptureOutput) -> VideoEffectOutput {
    VideoEffectOutput(analysis: SceneAnalysis(), bufferCount: bufferCount, outputs: [output]) { [turns] scene in
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          turns.wait()
          continuation.resume()
        }
      }
      return scene
    }
  }

  func give(_ count: Int) {
    for _ in 0..<count { turns.signal() }
  }
}
