import Glibc
import Imaging
import Synchronization

/// Keeps the height of a face in the picture constant by the zoom while the camera or the person moves (dolly zoom).
/// May be shared by threads.
///
/// ```swift
/// let keeper = ConstantFaceSizeZoom(device: camera)
/// for try await found in metadataOutput.objects { keeper.update(with: found) }
/// ```
/// The zoom factor is proportional to the reciprocal of the height without zoom, within limits. It is predicted for the
/// next frames from the last ones, so that it does not lag. When the face is lost the zoom stops smoothly, and
/// continues when a face with the same identity is back.
public final class ConstantFaceSizeZoom: Sendable {
  private struct State {
    var faceID: Int?
    /// The height that is kept, in octaves of the height of the picture.
    var kept: Double?
    /// The estimated height without zoom: octaves, and octaves a second.
    var height: Double?
    var rate = 0.0
    var last: MediaTime?

    /// Updates the estimate with a height: an alpha-beta filter, which does not lag at constant velocity.
    mutating func measure(_ octave: Double, at time: MediaTime) {
      defer { last = time }
      guard let height, let last, time > last else {
        (self.height, rate) = (octave, 0)
        return
      }
      let step = (time - last).seconds
      let alpha = 1 - exp(-step / 0.06)
      let residual = octave - (height + rate * step)
      self.height = height + rate * step + alpha * residual
      rate += alpha * alpha / (2 - alpha) * residual / step
    }
  }

  /// The camera.
  public let device: CaptureDevice
  /// The limits of the zoom factor.
  public let limits: ClosedRange<Double>
  private let state: Mutex<State>

  /// The time without a detection after which a face is lost, in seconds.
  private static let patience = 0.3

  /// - Parameters:
  ///   - device: the camera whose zoom is set, and in whose frames the faces are detected.
  ///   - faceID: the identity of the face (`Face.id`); nil for the tallest in the first list that has any.
  ///   - height: the height of the face, as a fraction of the picture's; nil for its height in the first frame.
  ///   - limits: the limits of the zoom factor; nil for those of the format.
  public init(
    device: CaptureDevice, faceID: Int? = nil, height: Double? = nil, limits: ClosedRange<Double>? = nil
  ) {
    self.device = device
    self.limits = limits ?? 1...Double.greatestFiniteMagnitude
    state = Mutex(State(faceID: faceID, kept: height.flatMap { $0 > 0 && $0.isFinite ? log2($0) : nil }))
  }

  /// The identity of the face; nil before there was one.
  public var faceID: Int? { state.withLock(\.faceID) }

  /// Updates the zoom by the objects of a frame. Call it in the order of frames.
  public func update(with found: TimedMetadataObjects) {
    let zoom = device.videoZoomFactor(at: found.time) ?? device.videoZoomFactor
    let isLost = state.withLock { state -> Bool in
      let face =
        state.faceID.map { id in found.faces.first { $0.id == id } }
        ?? found.faces.filter { $0.id != nil }.max { Self.height(of: $0) < Self.height(of: $1) }
      guard let face, let height = Optional(Self.height(of: face)), height > 0 else {
        guard let last = state.last, (found.time - last).seconds > Self.patience else { return false }
        (state.height, state.last, state.rate) = (nil, nil, 0)
        return true
      }
      state.faceID = face.id
      state.measure(log2(height) - log2(zoom), at: found.time)
      if state.kept == nil { state.kept = log2(height) }
      if let kept = state.kept, let height = state.height {
        device.followZoom(
          octave: min(max(kept - height, log2(limits.lowerBound)), log2(limits.upperBound)),
          rate: limits.contains(exp2(kept - height)) ? -state.rate : 0, anchor: found.time)
      }
      return false
    }
    if isLost { device.cancelVideoZoomRamp() }
  }

  /// Stops the zoom smoothly. The next update restarts.
  public func stop() {
    state.withLock { ($0.height, $0.last, $0.rate, $0.kept, $0.faceID) = (nil, nil, 0, nil, nil) }
    device.cancelVideoZoomRamp()
  }

  /// The height of a face along its own axis: for a face on its side, as in a rotated picture, the width.
  private static func height(of face: Face) -> Double {
    let isOnSide = face.roll.map { abs(sin($0.radians)) > 0.707 } ?? false
    return isOnSide ? face.bounds.width : face.bounds.height
  }
}
