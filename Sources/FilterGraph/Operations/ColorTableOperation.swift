import Imaging

/// Each component mapped by the same component of the second input's first row: 0 is the row's first pixel, 1 its last,
/// linear between, clamped beyond.
struct ColorTableOperation: RegionOperation {
  /// The row in the second input.
  let table: PixelRect

  var name: String { "colorMap" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { input == 0 ? region : table }

  func render(into output: Tile, from inputs: [Tile]) {
    let rect = output.rect
    let last = Float(table.width - 1)
    for y in rect.minY..<rect.maxY {
      let alpha = inputs[0].pixel(3, x: rect.minX, y: y)
      let tableAlpha = inputs[1].pixel(3, x: table.minX, y: table.minY)
      for plane in 0..<3 {
        let source = inputs[0].pixel(plane, x: rect.minX, y: y)
        let target = output.pixel(plane, x: rect.minX, y: y)
        let samples = inputs[1].pixel(plane, x: table.minX, y: table.minY)
        for i in 0..<rect.width {
          let a = alpha[i]
          let value = a > 0x1p-20 ? source[i] / a : 0
          // Clamped without NaN, so that the conversion is safe.
          let position = value.nanSafeClamped(to: 0...1) * last
          let index = Int(position.rounded(.down))
          let next = min(index + 1, table.width - 1)
          let fraction = position - Float(index)
          let low = ColorTableOperation.straight(samples[index], tableAlpha[index])
          let high = ColorTableOperation.straight(samples[next], tableAlpha[next])
          target[i] = (low + (high - low) * fraction) * a
        }
      }
      output.pixel(3, x: rect.minX, y: y).update(from: alpha, count: rect.width)
    }
  }

  private static func straight(_ value: Float, _ alpha: Float) -> Float { alpha > 0x1p-20 ? value / alpha : 0 }
}
