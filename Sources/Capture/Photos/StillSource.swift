import Imaging

/// What photos are made of, beside the frame that is shown. A value.
struct StillSource: Sendable {
  /// The frame as the device gave it.
  var frame: Frame
  /// What is shown of it.
  var shown: FrameCrop
}
