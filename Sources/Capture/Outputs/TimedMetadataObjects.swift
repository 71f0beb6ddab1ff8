import Imaging

/// The objects that were found in one frame (AVFoundation's `AVTimedMetadataGroup`). A value.
public struct TimedMetadataObjects: Sendable {
  /// The time of the frame.
  public var time: MediaTime
  /// The objects, with bounds in the picture as stored, as fractions from its top left corner.
  public var objects: [any MetadataObject]

  /// The faces among them.
  public var faces: [Face] { objects.compactMap { $0 as? Face } }
  /// The codes among them.
  public var codes: [MachineReadableCode] { objects.compactMap { $0 as? MachineReadableCode } }
}
