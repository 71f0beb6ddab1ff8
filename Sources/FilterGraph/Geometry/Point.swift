/// A place in an image's plane, in pixels: origin top left, x right, y down; a pixel's centre is at +0.5.
public struct Point: Sendable, Hashable {
  /// Pixels to the right of the origin.
  public var x: Double
  /// Pixels below the origin.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}
