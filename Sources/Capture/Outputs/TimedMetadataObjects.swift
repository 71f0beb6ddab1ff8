import Imaging

/// What was found in one frame: objects of several types, or none.
public struct TimedMetadataObjects: Sendable {
  /// The time of the frame.
  public var time: MediaTime
  /// The objects, with bounds in the picture as stored: fractions from its top left, not turned.
  public var objects: [any MetadataObject]

  /// The faces among them.
  public var faces: [Face] { objects.compactMap { $0 as? Face } }
  /// The codes among them.
  public var codes: [MachineReadableCode] { objects.compactMap { $0 as? MachineReadableCode } }
}
