import Glibc
import Imaging

/// Smooths bounds, angles and landmarks of faces over the frames before and after: what sits on a face neither trembles nor
/// lags behind.
///
/// How a face's picture moves from frame to frame is found first (`FaceRegistration`), and the faces of the frames round
/// one of them are brought to it by that. Each value is then the local linear regression of those of the same face, weighed
/// by a Gaussian in time. Its width is the largest for which the estimates of all smaller widths agree, by the noise that
/// the values show (Katkovnik, "A New Method for Varying Adaptive Bandwidth Selection", 1999: the intersection of
/// confidence intervals): a face that keeps its shape is averaged over seconds, one that turns over its nearest
/// frames. Landmarks that are missing in a frame are those of the frames near by. Nothing is averaged across a cut.
///
/// Frames come out later than they go in, by ``reach``. Not `Sendable`: it belongs to one stream and is used by one thread or
/// task at a time.
public final class FacePathSmoother {
  /// How far ahead the frames are that have a say, in seconds.
  public let reach: Double
  /// How far back they are: those are past anyway.
  private var earlierReach: Double { 10 * reach }
  private var frames: [RegisteredFrame] = []
  /// The frames of ``frames`` that have come out already; they have a say still.
  private var doneCount = 0

  /// - Parameter reach: how far ahead the frames are that have a say, in seconds.
  public init(reach: Double = 0.4) { self.reach = max(0, reach) }

  /// Takes the next frame.
  ///
  /// - Returns: the frames that are settled, in order, smoothed.
  public func add(_ frame: TrackedFrame) -> [TrackedFrame] {
    frames.append(RegisteredFrame(frame, after: frames.last?.tracked))
    if frames.count > 1 { frames[frames.count - 2].tracked.picture = nil }
    var settled: [TrackedFrame] = []
    while doneCount < frames.count - 1,
      frame.isCut || frame.time - frames[doneCount].tracked.time > reach
    {
      settled.append(smoothed(doneCount))
      doneCount += 1
    }
    let old = frames[..<doneCount].prefix { frames[doneCount].tracked.time - $0.tracked.time > earlierReach }.count
    frames.removeFirst(old)
    doneCount -= old
    return settled
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
      result.faces[number] = FacePath(of: id, round: index, in: frames, reach: reach, earlierReach: earlierReach)
        .smoothed(face)
    }
    return result
  }
}
