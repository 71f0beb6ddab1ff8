import Imaging

/// The samples of frames that are read from a video.
public enum FramePixelFormat: Sendable, Hashable, CaseIterable {
  /// Red, green, blue, alpha; 8 bits each.
  case rgba8
  /// Red, green, blue, alpha; 16 bits each: for video of more than 8 bits.
  case rgba16

  /// The layout of the frames' pixels.
  public var pixelFormat: PixelFormat { self == .rgba8 ? .rgba8 : .rgba16 }
}
