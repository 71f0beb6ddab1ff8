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

  /// Another matrix and then this one.
  private init(_ next: ColorMatrixOperation, after first: ColorMatrixOperation) {
    name = next.name
    var matrix: [Float] = []
    for row in 0..<4 {
      for column in 0..<5 {
        var sum = column == 4 ? Double(next.matrix[5 * row + 4]) : 0
        for index in 0..<4 {
          sum += Double(next.matrix[5 * row + index]) * Double(first.matrix[5 * index + column])
        }
        matrix.append(Float(sum))
      }
    }
    self.matrix = matrix
    changesAlpha = first.changesAlpha || next.changesAlpha
  }

  var wantsStraightAlpha: Bool { true }

  func merged(after previous: any PixelOperation) -> (any PixelOperation)? {
    // A change of alpha would make the colour's way back to premultiplied another one.
    guard let first = previous as? ColorMatrixOperation, !changesAlpha, !first.changesAlpha else { return nil }
    return ColorMatrixOperation(self, after: first)
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    pk_matrix5(row.red, row.green, row.blue, row.alpha, row.count, matrix)
  }
}
