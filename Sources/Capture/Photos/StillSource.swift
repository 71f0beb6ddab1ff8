import Imaging

/// The frame from which photos are made, before it is cropped to what is shown. A value.
struct StillSource: Sendable {
  /// The frame as the device gave it.
  var frame: Frame
  /// The part of it that is shown.
  var shown: FrameCrop
}
