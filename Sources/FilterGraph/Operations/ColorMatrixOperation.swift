import CPixelKernels

/// Each component of a straight colour as a weighted sum of all, and a constant.
struct ColorMatrixOperation: PixelOperation {
  let name: String
  /// Four rows of weights for red, green, blue, alpha and the constant.
  private let matrix: [Float]
  let changesAlpha: Bool
  private let work: Work

  /// Only the terms that the matrix needs are computed.
  private enum Work: Sendable {
    /// A factor and an offset for red, green and blue each.
    case components([(factor: Float, offset: Float)])
    /// Three rows of weights for red, green and blue, and the constant.
    case color([Float])
    case all
  }

  private static func work(of matrix: [Float]) -> Work {
    let usesAlpha = [3, 8, 13].contains { matrix[$0] != 0 } || Array(matrix.suffix(5)) != [0, 0, 0, 1, 0]
    if usesAlpha { return .all }
    let mixes = [1, 2, 5, 7, 10, 11].contains { matrix[$0] != 0 }
    if mixes { return .color((0..<15).filter { $0 % 5 != 3 }.map { matrix[$0] }) }
    return .components((0..<3).map { (matrix[6 * $0], matrix[5 * $0 + 4]) })
  }

  /// - Parameters:
  ///   - rows: three rows of three weights, alpha aside, or four rows of four.
  ///   - bias: a constant for each row.
  init(_ name: String, rows: [[Double]], bias: [Double]) {
    self.name = name
    var matrix: [Float] = []
    for (row, constant) in zip(rows, bias) {
      matrix += (row + [0, 0, 0, 0]).prefix(4).map { Float($0) } + [Float(constant)]
    }
    if rows.count == 3 { matrix += [0, 0, 0, 1, 0] }
    self.matrix = matrix
    changesAlpha = Array(matrix.suffix(5)) != [0, 0, 0, 1, 0]
    work = ColorMatrixOperation.work(of: matrix)
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
    work = ColorMatrixOperation.work(of: matrix)
  }

  var wantsStraightAlpha: Bool { true }

  func merged(after previous: any PixelOperation) -> (any PixelOperation)? {
    if let light = previous as? LightScaleOperation, !changesAlpha {
      let factor = Double(light.factor)
      let scale = ColorMatrixOperation(
        light.name, rows: [[factor, 0, 0], [0, factor, 0], [0, 0, factor]], bias: [0, 0, 0])
      return ColorMatrixOperation(self, after: scale)
    }
    // A change of alpha would change the conversion back to premultiplied.
    guard let first = previous as? ColorMatrixOperation, !changesAlpha, !first.changesAlpha else { return nil }
    return ColorMatrixOperation(self, after: first)
  }

  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? {
    let rows = stride(from: 0, to: 15, by: 5)
    return rows.allSatisfy { matrix[$0 + 3] == 0 && matrix[$0 + 4] == 0 } && matrix.allSatisfy(\.isFinite) ? 0 : nil
  }

  func components(of input: Int, for needed: Components) -> Components {
    switch work {
    case .components: needed
    case .color: needed.union(.color)
    case .all: .all
    }
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    switch work {
    case .components(let components):
      let needed = row.needed
      if needed.contains(.red) { pk_scale_offset(row.red, row.count, components[0].factor, components[0].offset) }
      if needed.contains(.green) { pk_scale_offset(row.green, row.count, components[1].factor, components[1].offset) }
      if needed.contains(.blue) { pk_scale_offset(row.blue, row.count, components[2].factor, components[2].offset) }
    case .color(let matrix): pk_matrix4(row.red, row.green, row.blue, row.count, matrix)
    case .all: pk_matrix5(row.red, row.green, row.blue, row.alpha, row.count, matrix)
    }
  }
}
