import CPixelKernels

/// A colour cube: straight colours mapped by a table of premultiplied ones, red fastest, trilinearly between nodes.
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
      pk_cube(
        row.red, row.green, row.blue, row.alpha, row.count, table, Int32(dimension), extrapolates ? 1 : 0,
        changesAlpha ? 1 : 0)
    }
  }
}
