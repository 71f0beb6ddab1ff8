import Imaging

/// The format of a movie's frames, known before the first one. A value.
public struct SourceFormatHint: Sendable, Hashable {
  /// The size as stored.
  public var size: PixelSize
  /// The orientation that turns them upright.
  public var orientation: Orientation
  /// The colour space of their pixels.
  public var colorSpace: ColorSpace

  /// Creates a hint; of upright frames in sRGB by default.
  public init(size: PixelSize, orientation: Orientation = .up, colorSpace: ColorSpace = .sRGB) {
    self.size = size
    self.orientation = orientation
    self.colorSpace = colorSpace
  }

  /// Whether a frame matches the hint.
  func fits(_ frame: Frame) -> Bool {
    frame.size == size && frame.orientation == orientation && frame.colorSpace == colorSpace
  }
}
