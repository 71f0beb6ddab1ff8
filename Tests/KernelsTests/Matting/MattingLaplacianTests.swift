import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct MattingLaplacianTests {
  /// The answer by the whole matrix and Gaussian elimination, in double precision.
  private func dense(_ plane: [UInt8], weights: [UInt8], guide: PixelBuffer, epsilon: Double) -> [Double] {
    var matrix = [[Double]](
      repeating: [Double](repeating: 0, count: plane.count), count: plane.count)
    for y in 1..<guide.height - 1 {
      for x in 1..<guide.width - 1 { add(windowAt: x, y, of: guide, epsilon: epsilon, to: &matrix) }
    }
    let weights = weights.map { Double($0) / Double(MattingLaplacian.unitWeight) }
    var values = plane.map { Double($0) / 255 }
    let sought = weights.indices.filter { weights[$0] > 0 }
    var small: [[Double]] = []
    var right: [Double] = []
    for i in sought {
      var row = sought.map { matrix[i][$0] }
      row[small.count] += weights[i]
      var known: Double = 0
      for j in weights.indices where weights[j] == 0 { known += matrix[i][j] * values[j] }
      small.append(row)
      right.append(weights[i] * values[i] - known)
    }
    for (index, value) in zip(sought, eliminated(small, right)) { values[index] = value }
    return values
  }

  private func add(windowAt x: Int, _ y: Int, of guide: PixelBuffer, epsilon: Double, to matrix: inout [[Double]]) {
    var members: [Int] = []
    for v in -1...1 {
      for u in -1...1 { members.append((y + v) * guide.width + x + u) }
    }
    var colors: [[Double]] = members.map { index in (0..<3).map { Double(guide.bytes[4 * index + $0]) / 255 } }
    for c in 0..<3 {
      let mean = colors.reduce(0.0) { $0 + $1[c] } / 9
      for i in 0..<9 { colors[i][c] -= mean }
    }
    var covariance = [[Double]](repeating: [0, 0, 0], count: 3)
    for i in 0..<3 {
      for j in 0..<3 { covariance[i][j] = colors.reduce(0.0) { $0 + $1[i] * $1[j] } / 9 }
      covariance[i][i] += epsilon
    }
    for i in 0..<9 {
      let solved = eliminated(covariance, colors[i])
      for j in 0..<9 {
        let product = solved[0] * colors[j][0] + solved[1] * colors[j][1] + solved[2] * colors[j][2]
        matrix[members[i]][members[j]] += (i == j ? 1.0 : 0.0) - (1 + product) / 9
      }
    }
  }

  private func eliminated(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var (a, b) = (matrix, right)
    for column in b.indices {
      let pivot = (column..<b.count).max { abs(a[$0][column]) < abs(a[$1][column]) } ?? column
      a.swapAt(column, pivot)
      b.swapAt(column, pivot)
      for row in column + 1..<b.count where a[row][column] != 0 {
        let factor = a[row][column] / a[column][column]
        for k in column..<b.count { a[row][k] -= factor * a[column][k] }
        b[row] -= factor * b[column]
      }
    }
    for row in b.indices.reversed() {
      for k in row + 1..<b.count { b[row] -= a[row][k] * b[k] }
      b[row] /= a[row][row]
    }
    return b
  }

  private func refined(_ plane: [UInt8], weights: [UInt8], guide: PixelBuffer, iterations: Int) -> [UInt8] {
    var result = plane
    result.withUnsafeMutableBufferPointer {
      MattingLaplacian(epsilon: 1e-3, iterations: iterations).refine($0, weights: weights, guide: guide)
    }
    return result
  }

  @Test(arguments: [PixelSize(width: 13, height: 9), PixelSize(width: 3, height: 17), PixelSize(width: 3, height: 3)])
  func `the solution is that of the whole matrix`(size: PixelSize) {
    var random = RepeatableRandomNumberGenerator(seed: 5)
    let guide = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let plane = (0..<size.area).map { _ in UInt8.random(in: 60...200, using: &random) }
    let weights = (0..<size.area).map { _ in Bool.random(using: &random) ? UInt8.random(in: 6...255, using: &random) : 0
    }
    let result = refined(plane, weights: weights, guide: guide, iterations: 200)
    let expected = dense(plane, weights: weights, guide: guide, epsilon: 1e-3)
    for index in result.indices {
      #expect(abs(Double(result[index]) - min(max(expected[index], 0), 1) * 255) <= 1, "pixel \(index)")
      if weights[index] == 0 { #expect(result[index] == plane[index]) }
    }
  }

  /// Strands of one colour before another, in a picture of several blocks, of which the first guess knows one column in
  /// twelve.
  @Test func `strands are found from a uniform initial guess, across the edges of blocks`() {
    let size = PixelSize(width: 230, height: 120)
    func isStrand(_ x: Int, _ y: Int) -> Bool { x < 20 || (x < 210 && y % 6 < 2) }
    var bytes: [UInt8] = []
    var plane: [UInt8] = []
    var weights: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes += isStrand(x, y) ? [60, 40, 30, 255] : [190, 200, 220, 255]
        let isMarked = x % 12 == 0
        plane.append(isMarked || x < 20 || x >= 210 ? (isStrand(x, y) ? 255 : 0) : 128)
        weights.append(isMarked || x < 20 || x >= 210 ? 0 : 1)
      }
    }
    let guide = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let result = refined(plane, weights: weights, guide: guide, iterations: 300)
    var wrong = 0
    for y in 3..<size.height - 3 {
      for x in 22..<208 {
        let value = result[y * size.width + x]
        if isStrand(x, y) ? value < 180 : value > 75 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func `a picture too small for a window stays as it is`() {
    let guide = PixelBuffer(size: PixelSize(width: 2, height: 5), format: .rgba8)
    let plane = [UInt8](0..<10)
    #expect(refined(plane, weights: Array(repeating: 9, count: 10), guide: guide, iterations: 5) == plane)
  }
}
