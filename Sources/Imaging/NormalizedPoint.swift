/// A point as fractions of a picture's width and height. Origin top left, x right, y down; `0...1` inside the picture.
public struct NormalizedPoint: Sendable, Hashable {
  /// From the left edge, in widths of the picture.
  public var x: Double
  /// From the top edge, in heights of the picture.
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
