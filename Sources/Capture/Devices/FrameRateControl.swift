/// How the rate of a device is enforced.
public enum FrameRateControl: String, Sendable, Hashable, CaseIterable {
  /// The device gives frames at that rate.
  case device
  /// The device cannot change its rate, at least not now: frames are dropped evenly.
  case leavingOutFrames
}
