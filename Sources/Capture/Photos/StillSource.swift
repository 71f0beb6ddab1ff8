import Imaging

/// The frame from which photos are made, before the crop of the zoom. A value.
struct StillSource: Sendable {
  /// The frame as the device gave it.
  var frame: Frame
  /// The part of it that is shown.
  var shown: FrameCrop
}
