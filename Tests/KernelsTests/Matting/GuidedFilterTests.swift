import Imaging
import Support
import Testing

@testable import Kernels

@Suite struct GuidedFilterTests {
  /// A picture that is dark on the left and bright on the right of a straight edge.
  private func edgePicture(_ size: PixelSize, edge: Int) -> PixelBuffer {
    var bytes: [UInt8] = []
    for _ in 0..<size.height {
      for x in 0..<size.width { bytes += x < edge ? [20, 40, 60, 255] : [230, 210, 200, 255] }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  @Test func `a soft ramp becomes the picture's edge`() throws {
    let size = PixelSize(width: 64, height: 48)
    let ramp = (0..<size.area).map { index in min(max((Float(index % size.width) - 26) / 12, 0), 1) }
    let guide = edgePicture(size, edge: 32)
    let filter = try GuidedFilter.model(
      of: PlanarBuffer(size: size, planeCount: 1, samples: ramp), guide: guide, radius: 8, epsilon: 1e-4)
    let result = filter.applied(to: guide)
    let row = Array(result[0])[24 * 64..<25 * 64].map { Int($0) }
    let (left, right) = (row[row.startIndex + 31], row[row.startIndex + 32])
    #expect(right - left > 120, "the step across the edge is \(left) to \(right)")
  }

  @Test func `constant planes stay constant at any size of the guide`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 1)
    let size = PixelSize(width: 21, height: 17)
    let guide = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let planes = PlanarBuffer<Float>(
      size: size, planeCount: 2,
      samples: Array(repeating: 0.2, count: size.area) + Array(repeating: 1, count: size.area))
    let filter = try GuidedFilter.model(of: planes, guide: guide, radius: 3, epsilon: 1e-3)
    for target in [size, PixelSize(width: 43, height: 33), PixelSize(width: 1, height: 1)] {
      let large = PixelBuffer(
        size: target, format: .rgba8,
        bytes: (0..<target.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
      let result = filter.applied(to: large)
      #expect(result[0].allSatisfy { abs(Int($0) - 51) <= 1 })
      #expect(result[1].allSatisfy { $0 >= 254 })
    }
  }

  @Test(arguments: [
    PixelSize(width: 43, height: 31), PixelSize(width: 9, height: 6), PixelSize(width: 1, height: 5),
    PixelSize(width: 99, height: 8), PixelSize(width: 201, height: 5),
  ])
  func `the fit is the paper's, also for windows larger than the picture and across strips`(size: PixelSize) throws {
    var random = RepeatableRandomNumberGenerator(seed: 4)
    let guide = PixelBuffer(
      size: size, format: .rgba8, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    let plane = (0..<size.area).map { _ in Float.random(in: 0...1, using: &random) }
    let filter = try GuidedFilter.model(
      of: PlanarBuffer(size: size, planeCount: 1, samples: plane), guide: guide, radius: 8, epsilon: 1e-2)
    let result = Array(filter.applied(to: guide)[0])
    let expected = paperFilter(plane, guide: guide, radius: 8, epsilon: 1e-2)
    #expect(zip(result, expected).allSatisfy { abs(Double($0) - min(max($1, 0), 1) * 255) <= 1 })
  }

  /// Equations 14 to 16 of the paper as they stand, in double precision, the inverse by Cramer's rule.
  private func paperFilter(_ plane: [Float], guide: PixelBuffer, radius: Int, epsilon: Double) -> [Double] {
    let size = guide.size
    func mean(_ values: [Double]) -> [Double] {
      func reflected(_ i: Int, _ count: Int) -> Int {
        let place = ((i % (2 * count)) + 2 * count) % (2 * count)
        return place < count ? place : 2 * count - 1 - place
      }
      let window = -radius...radius
      return (0..<size.area).map { index in
        var sum = 0.0
        for dy in window {
          for dx in window {
            let y = reflected(index / size.width + dy, size.height)
            sum += values[y * size.width + reflected(index % size.width + dx, size.width)]
          }
        }
        return sum / Double(window.count * window.count)
      }
    }
    func product(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map(*) }
    let color = (0..<3).map { c in (0..<size.area).map { Double(guide.bytes[4 * $0 + c]) / 255 } }
    let p = plane.map(Double.init)
    let means = color.map(mean)
    let meanP = mean(p)
    let pairs = color.map { a in color.map { b in mean(product(a, b)) } }
    let crossed = color.map { mean(product($0, p)) }
    var factors = [[Double]](repeating: [], count: 3)
    var constant: [Double] = []
    for i in 0..<size.area {
      var m = [[Double]](repeating: [0, 0, 0], count: 3)
      for a in 0..<3 {
        for b in 0..<3 { m[a][b] = pairs[a][b][i] - means[a][i] * means[b][i] }
        m[a][a] += epsilon
      }
      let v = (0..<3).map { crossed[$0][i] - means[$0][i] * meanP[i] }
      func determinant(_ m: [[Double]]) -> Double {
        let first = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        let second = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        let third = m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        return first - second + third
      }
      var rest = meanP[i]
      for c in 0..<3 {
        var replaced = m
        for row in 0..<3 { replaced[row][c] = v[row] }
        let factor = determinant(replaced) / determinant(m)
        factors[c].append(factor)
        rest -= factor * means[c][i]
      }
      constant.append(rest)
    }
    let (smooth, smoothConstant) = (factors.map(mean), mean(constant))
    return (0..<size.area).map { (i: Int) -> Double in
      smoothConstant[i] + smooth[0][i] * color[0][i] + smooth[1][i] * color[1][i] + smooth[2][i] * color[2][i]
    }
  }
}
