/// One picture of a stream, with its orientation and presentation time.
public struct Frame: Sendable, Hashable {
  /// The pixels as stored.
  public var pixels: PixelBuffer
  /// The orientation that turns ``pixels`` upright.
  public var orientation: Orientation
  /// The presentation time that the source gave.
  public var time: MediaTime

  /// Creates a frame.
  public init(pixels: PixelBuffer, orientation: Orientation = .up, time: MediaTime) {
    self.pixels = pixels
    self.orientation = orientation
    self.time = time
  }
}
