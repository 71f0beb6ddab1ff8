/// A run of pixels as four rows of floats: red, green, blue, alpha. The memory belongs to its creator.
package struct PlanarRow {
  package var red: UnsafeMutablePointer<Float>
  package var green: UnsafeMutablePointer<Float>
  package var blue: UnsafeMutablePointer<Float>
  package var alpha: UnsafeMutablePointer<Float>
  package var count: Int

  package init(
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
