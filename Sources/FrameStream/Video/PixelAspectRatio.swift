import Imaging

/// The pixel aspect ratio of a movie (AVFoundation's `AVVideoPixelAspectRatioKey`): the width of a pixel by its height.
public struct PixelAspectRatio: Sendable, Hashable {
  /// The width of a pixel, in the unit of ``verticalSpacing``; at least 1.
  public var horizontalSpacing: Int32
  /// The height of a pixel; at least 1.
  public var verticalSpacing: Int32

  /// - Precondition: both are at least 1.
  public init(horizontalSpacing: Int32, verticalSpacing: Int32) {
    precondition(horizontalSpacing > 0 && verticalSpacing > 0, "the sides of a pixel are positive")
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Square pixels.
  public static let square = PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)

  /// The aspect ratio of rotated pixels.
  package func oriented(by orientation: Orientation) -> PixelAspectRatio {
    orientation.isTransposed
      ? PixelAspectRatio(horizontalSpacing: verticalSpacing, verticalSpacing: horizontalSpacing) : self
  }

  /// The width by the height.
  public var value: Double { Double(horizontalSpacing) / Double(verticalSpacing) }
}
