/// A colour cube: straight colours looked up in a table of premultiplied ones, red fastest, trilinearly between nodes.
struct ColorCubeOperation: PixelOperation {
  private let dimension: Int
  private let table: [Float]
  private let extrapolates: Bool
  let changesAlpha: Bool

  /// - Precondition: the table holds 4 samples for each node.
  init(dimension: Int, table: [Float], extrapolates: Bool) {
    self.dimension = dimension
    self.table = table
    self.extrapolates = extrapolates
    changesAlpha = !stride(from: 3, to: table.count, by: 4).allSatisfy { table[$0] == 1 }
  }

  var name: String { "colorCube \(dimension)" }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    table.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for i in 0..<row.count {
        let alpha = row.alpha[i]
        let scale = alpha > 0x1p-20 ? 1 / alpha : 0
        let color = look(up: SIMD4(row.red[i], row.green[i], row.blue[i], 0) * scale, in: table) * alpha
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        if changesAlpha { row.alpha[i] = color.w }
      }
    }
  }

  @inline(__always)
  private func look(up color: SIMD4<Float>, in table: UnsafePointer<Float>) -> SIMD4<Float> {
    let last = Float(dimension - 1)
    let step = SIMD3<Int>(4, 4 &* dimension, 4 &* dimension &* dimension)
    var offset = 0
    var fraction = SIMD3<Float>()
    for axis in 0..<3 {
      let wanted = color[axis] * last
      // Held without NaN, so that the conversion is safe.
      let held = wanted.held(to: 0...last)
      let cell = Float.minimum(held.rounded(.down), last - 1)
      offset &+= Int(cell) &* step[axis]
      fraction[axis] = (extrapolates ? wanted : held) - cell
    }
    let node = table + offset
    @inline(__always)
    func value(_ offset: Int) -> SIMD4<Float> {
      UnsafeRawPointer(node + offset).loadUnaligned(as: SIMD4<Float>.self)
    }
    @inline(__always)
    func line(_ offset: Int) -> SIMD4<Float> {
      value(offset) * (1 - fraction.x) + value(offset &+ step.x) * fraction.x
    }
    let near = line(0) * (1 - fraction.y) + line(step.y) * fraction.y
    let far = line(step.z) * (1 - fraction.y) + line(step.y &+ step.z) * fraction.y
    return near * (1 - fraction.z) + far * fraction.z
  }
}
