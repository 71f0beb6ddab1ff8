import Glibc
import Imaging

/// Smooths bounds, angles and landmarks of faces over earlier and later frames: drawings on a face neither jitter nor
/// lag.
///
/// The motion of a face's picture between frames is registered first (`FaceRegistration`), and the faces of nearby
/// frames are transformed to the current one. Each value is then the local linear regression of the same face's values,
/// weighted by a Gaussian in time. Its width is the largest for which the estimates of all smaller widths agree within
/// the measured noise (Katkovnik, "A New Method for Varying Adaptive Bandwidth Selection", 1999: the intersection of
/// confidence intervals). A face that keeps its shape is averaged over seconds, one that turns over its nearest frames.
/// Landmarks missing in a frame are taken from nearby frames. Nothing is averaged across a cut.
///
/// Networks place the landmarks of a face with motion blur a tenth of its width away. Such a face counts less the less
/// sharp it is (`FaceSharpness`): it is where the picture has moved since a frame that shows it sharp.
///
/// Output is delayed by ``reach``, and by up to ``longestReach`` while a face that was never sharp gets sharper. Not
/// `Sendable`: it belongs to one stream and is used by one thread or task at a time.
public final class FacePathSmoother {
  /// How far ahead frames contribute, in seconds.
  public let reach: Double
  /// How far ahead frames contribute that show a face sharp which no earlier one does, in seconds.
  public var longestReach: Double { reach * 8 / 3 }
  /// How far back frames contribute.
  private var earlierReach: Double { 10 * reach }
  private var frames: [RegisteredFrame] = []
  /// The number of ``frames`` that have been output already and still contribute.
  private var doneCount = 0

  /// A face is blurred if its sharpness is below the first, relative to that of the newest frame; and the newest is the
  /// sharpest so far if that of all frames older by more than a time is below the second.
  private static let (blurred, asSharp, risingTime) = (0.7, 0.95, 0.1)

  /// - Parameter reach: how far ahead frames contribute, in seconds.
  public init(reach: Double = 0.4) { self.reach = max(0, reach) }

  /// Takes the next frame.
  ///
  /// - Returns: the frames that are final, in order, smoothed.
  public func add(_ frame: TrackedFrame) -> [TrackedFrame] {
    frames.append(RegisteredFrame(frame, after: frames.last))
    if frames.count > 1 { frames[frames.count - 2].tracked.picture = nil }
    var settled: [TrackedFrame] = []
    while doneCount < frames.count - 1, frame.isCut || isSettled(doneCount) {
      settled.append(smoothed(doneCount))
      doneCount += 1
    }
    let old = frames[..<doneCount].prefix { frames[doneCount].tracked.time - $0.tracked.time > earlierReach }.count
    frames.removeFirst(old)
    doneCount -= old
    return settled
  }

  /// Whether a frame need not wait for later ones.
  private func isSettled(_ index: Int) -> Bool {
    let waited = frames[frames.count - 1].tracked.time - frames[index].tracked.time
    return waited > longestReach || (waited > reach && !getsSharper(index))
  }

  /// Whether a face with motion blur is getting sharper than in any frame so far.
  private func getsSharper(_ index: Int) -> Bool {
    let newest = frames[frames.count - 1]
    return frames[index].sharpness.contains { id, own in
      guard let sharpest = newest.sharpness[id]?.energies, own.relative(to: sharpest) < Self.blurred,
        frames[index].mayBeBlurred(id, before: frames[index + 1])
      else { return false }
      return frames.allSatisfy { frame in
        newest.tracked.time - frame.tracked.time <= Self.risingTime
          || (frame.sharpness[id]?.relative(to: sharpest) ?? 0) < Self.asSharp
      }
    }
  }

  /// The frames that are left, smoothed.
  public func finish() -> [TrackedFrame] {
    defer { (frames, doneCount) = ([], 0) }
    return (doneCount..<frames.count).map { smoothed($0) }
  }

  private func smoothed(_ index: Int) -> TrackedFrame {
    var result = frames[index].tracked
    result.picture = nil
    for (number, face) in result.faces.enumerated() {
      guard let id = face.id else { continue }
      result.faces[number] = FacePath(
        of: id, round: index, in: frames, reach: longestReach, earlierReach: earlierReach
      ).smoothed(face)
    }
    return result
  }
}
