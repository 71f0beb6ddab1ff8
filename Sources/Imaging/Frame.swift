/// One picture of a stream: its pixels as stored, how they are to be turned, and when it is shown.
public struct Frame: Sendable, Hashable {
  public var pixels: PixelBuffer
  public var orientation: Orientation
  /// The presentation time that the source gave.
  public var time: MediaTime

  public init(pixels: PixelBuffer, orientation: Orientation = .up, time: MediaTime) {
    self.pixels = pixels
    self.orientation = orientation
    self.time = time
  }
}
