import Glibc
import Imaging
import Testing

@testable import FilterGraph

/// Pictures in cells of one colour each.
@Suite struct TessellationTests {
  private let picture = TestPicture(size: PixelSize(width: 67, height: 13), content: .translucent)

  /// Checks that each cell, by the test's own assignment of pixels to cells, has the mean colour of its pixels.
  private func check(_ filter: some Filter, _ cell: (_ x: Double, _ y: Double) -> [Int]) throws -> Int {
    let samples = picture.samples()
    let result = try Renderer().floats(picture.image().applying(filter))
    var cells: [[Int]: [Int]] = [:]
    for index in 0..<picture.size.area {
      cells[cell(Double(index % 67) + 0.5, Double(index / 67) + 0.5), default: []].append(index)
    }
    var worst = 0.0
    for indices in cells.values {
      for component in 0..<4 {
        let mean = indices.reduce(0) { $0 + Double(samples[4 * $1 + component]) } / Double(indices.count)
        for index in indices { worst = max(worst, abs(Double(result[4 * index + component]) - mean)) }
      }
    }
    #expect(worst < 1e-6)
    return cells.count
  }

  @Test func `squares have the mean of their pixels`() throws {
    let count = try check(.pixellate(center: Point(x: 12, y: 7), scale: 4.5)) { x, y in
      [Int(((x - 12) / 4.5 + 0.5).rounded(.down)), Int(((y - 7) / 4.5 + 0.5).rounded(.down))]
    }
    #expect(count > 40)
  }

  @Test func `hexagons belong to the nearest centre of a triangular lattice`() throws {
    let width = 6.0
    var middles: [Point] = []
    for row in -8...8 {
      for column in -20...20 {
        let shift = row % 2 == 0 ? 0.0 : 0.5
        middles.append(
          Point(x: 31.2 + (Double(column) + shift) * width, y: 6 + Double(row) * width * 3.0.squareRoot() / 2))
      }
    }
    let count = try check(.hexagonalPixellate(center: Point(x: 31.2, y: 6), scale: width)) { x, y in
      [
        middles.indices.min {
          hypot(middles[$0].x - x, middles[$0].y - y) < hypot(middles[$1].x - x, middles[$1].y - y)
        } ?? 0
      ]
    }
    #expect(count > 30)
  }

  @Test func `only a crystal's own surroundings are searched for its pixels`() {
    let cells = VoronoiTessellation(center: Point(x: 3.7, y: -2.2), side: 21.5)
    var area = 0
    for y in -6...6 {
      for x in -6...6 {
        let cell = SIMD2(x, y)
        let (all, close) = (cells.bounds(of: cell), cells.closeBounds(of: cell))
        area += close.width * close.height
        var outside = 0
        for row in all.minY..<all.maxY {
          for column in all.minX..<all.maxX where cells.cell(x: column, y: row) == cell {
            if !(close.minX..<close.maxX).contains(column) || !(close.minY..<close.maxY).contains(row) { outside += 1 }
          }
        }
        #expect(outside == 0, "\(cell)")
      }
    }
    #expect(Double(area) < 4 * 169 * 21.5 * 21.5)
  }

  @Test func `large crystals of an infinite picture read little more than themselves`() throws {
    let image = picture.image().applying(.affineClamp(transform: .identity)).applying(.crystallize(radius: 300))
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try Renderer().floats(image.cropped(to: PixelRect(picture.size))) }
    #expect(time < .seconds(20))
  }

  @Test func `crystals are of one colour each, convex about their points, and of the size asked for`() throws {
    let image = picture.image().applying(.crystallize(radius: 6))
    let result = try Renderer().floats(image)
    var colors: [[Float]: [Int]] = [:]
    for index in 0..<picture.size.area {
      colors[Array(result[(4 * index)..<(4 * index + 4)]), default: []].append(index)
    }
    // 67 by 13 in cells of 36 pixels on average, and cut ones at the edge.
    #expect((20...60).contains(colors.count))
    for indices in colors.values {
      let columns = indices.map { $0 % 67 }
      #expect((columns.max() ?? 0) - (columns.min() ?? 0) < 18)
      // In each row a convex cell is one run.
      for (row, cells) in Dictionary(grouping: indices, by: { $0 / 67 }) {
        let xs = cells.map { $0 % 67 }
        #expect((xs.max() ?? 0) - (xs.min() ?? 0) + 1 == xs.count, "row \(row)")
      }
    }
    #expect(try Renderer().floats(picture.image().applying(.crystallize(radius: 6))) == result)
  }

  @Test func `cells of a pixel leave the image, and large ones make one colour of it`() throws {
    let samples = picture.samples()
    #expect(try Renderer().floats(picture.image().applying(.pixellate(scale: 1))) == samples)
    let one = try Renderer().floats(picture.image().applying(.pixellate(scale: 500)))
    let mean = try Renderer().floats(picture.image().applying(.areaAverage()))
    for (index, value) in one.enumerated() { #expect(abs(value - mean[index % 4]) < 1e-5) }
  }
}
