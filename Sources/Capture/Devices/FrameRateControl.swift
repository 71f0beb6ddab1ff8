/// The way in which the rate of a device is kept.
public enum FrameRateControl: String, Sendable, Hashable, CaseIterable {
  /// The device gives frames at that rate.
  case device
  /// The device cannot change its rate, at least not now: frames are left out evenly.
  case leavingOutFrames
}
