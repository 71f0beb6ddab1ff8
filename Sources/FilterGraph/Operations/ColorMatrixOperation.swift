import CPixelKernels

/// Each component of a colour that is not premultiplied as a weighted sum of all, and a constant.
struct ColorMatrixOperation: PixelOperation {
  let name: String
  /// Four rows of weights for red, green, blue, alpha and the constant.
  private let matrix: [Float]
  let changesAlpha: Bool

  /// - Parameters:
  ///   - rows: three rows of three weights, alpha aside, or four rows of four.
  ///   - bias: as many constants as there are rows.
  init(_ name: String, rows: [[Double]], bias: [Double]) {
    self.name = name
    var matrix: [Float] = []
    for (row, constant) in zip(rows, bias) {
      matrix += (row + [0, 0, 0, 0]).prefix(4).map { Float($0) } + [Float(constant)]
    }
    if rows.count == 3 { matrix += [0, 0, 0, 1, 0] }
    self.matrix = matrix
    changesAlpha = Array(matrix.suffix(5)) != [0, 0, 0, 1, 0]
  }

  var wantsStraightAlpha: Bool { true }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    pk_matrix5(row.red, row.green, row.blue, row.alpha, row.count, matrix)
  }
}
