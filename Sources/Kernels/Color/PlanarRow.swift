/// A run of pixels as four rows of floats: red, green, blue, alpha. The memory belongs to whoever made it.
public struct PlanarRow {
  public var red: UnsafeMutablePointer<Float>
  public var green: UnsafeMutablePointer<Float>
  public var blue: UnsafeMutablePointer<Float>
  public var alpha: UnsafeMutablePointer<Float>
  public var count: Int

  public init(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>, blue: UnsafeMutablePointer<Float>,
    alpha: UnsafeMutablePointer<Float>, count: Int
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.count = count
  }
}
