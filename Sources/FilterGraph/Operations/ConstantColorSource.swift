/// One colour everywhere.
struct ConstantColorSource: SourceOperation {
  private let color: Color
  private let components: (red: Float, green: Float, blue: Float, alpha: Float)

  init(_ color: Color) {
    self.color = color
    let linear = color.linear
    let alpha = Float(color.alpha)
    components = (linear.red * alpha, linear.green * alpha, linear.blue * alpha, alpha)
  }

  var name: String { "color \(color)" }
  func extent(of inputs: [Extent]) -> Extent { .infinite }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { color.alpha == 1 }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    row.red.update(repeating: components.red, count: row.count)
    row.green.update(repeating: components.green, count: row.count)
    row.blue.update(repeating: components.blue, count: row.count)
    row.alpha.update(repeating: components.alpha, count: row.count)
  }
}
