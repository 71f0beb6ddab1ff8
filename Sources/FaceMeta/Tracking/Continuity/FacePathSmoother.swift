import Glibc
import Imaging

/// Smooths bounds, angles and landmarks of faces over the frames before and after: what sits on a face neither trembles nor
/// lags behind.
///
/// Each value is the local linear regression of those of the same face in the frames round it, weighed by a Gaussian in
/// time. Its width is the largest for which the estimates of all smaller widths agree, by the noise that the values show
/// (Katkovnik, "A New Method for Varying Adaptive Bandwidth Selection", 1999: the intersection of confidence intervals): a
/// face that stays is averaged over half a second, one that moves over its nearest frames. Nothing is averaged across a cut.
///
/// Frames come out later than they go in, by ``reach``. Not `Sendable`: it belongs to one stream and is used by one thread or
/// task at a time.
public final class FacePathSmoother {
  /// How far the frames are apart that have a say, in seconds.
  public let reach: Double
  private var frames: [TrackedFrame] = []
  /// The frames of ``frames`` that have come out already; they have a say still.
  private var doneCount = 0

  /// - Parameter reach: how far the frames are apart that have a say, in seconds.
  public init(reach: Double = 0.4) { self.reach = max(0, reach) }

  /// Takes the next frame.
  ///
  /// - Returns: the frames that are settled, in order, smoothed.
  public func add(_ frame: TrackedFrame) -> [TrackedFrame] {
    frames.append(frame)
    var settled: [TrackedFrame] = []
    while doneCount < frames.count - 1, frame.isCut || frame.time - frames[doneCount].time > reach {
      settled.append(smoothed(doneCount))
      doneCount += 1
    }
    let old = frames[..<doneCount].prefix { frames[doneCount].time - $0.time > reach }.count
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
    var result = frames[index]
    for (number, face) in result.faces.enumerated() {
      guard let id = face.id else { continue }
      result.faces[number] = FacePath(of: id, round: index, in: frames, reach: reach).smoothed(face)
    }
    return result
  }
}
