/// A point as a fraction of a picture's width and height: origin top left, x right, y down, `0...1` inside.
public struct NormalizedPoint: Sendable, Hashable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
