import Imaging
import Testing

@testable import Segmentation

@Suite("Patterns of the background")
struct BackgroundPatternsTests {
  private let grid = PixelSize(width: 8, height: 6)

  private func patterns(_ level: (_ x: Int, _ y: Int) -> Float, same: [Float]) -> BackgroundPatterns {
    let cells = (0..<grid.area).map { index in
      BackgroundCell(SIMD4(SIMD3(repeating: level(index % grid.width, index / grid.width)), 0), portrait: 0)
    }
    return BackgroundPatterns(of: cells, same: same, grid: grid)
  }

  @Test("a checked wall has a pattern, a plain one and the grid's edge have none")
  func clarity() {
    let same = [Float](repeating: 1, count: grid.area)
    let checked = patterns({ x, y in (x + y) % 2 == 0 ? 100 : 140 }, same: same)
    let plain = patterns({ _, _ in 120 }, same: same)
    for index in 0..<grid.area {
      let (x, y) = (index % grid.width, index / grid.width)
      let isInside = x > 0 && y > 0 && x < grid.width - 1 && y < grid.height - 1
      #expect(checked.clarity(at: index) == (isInside ? 1 : 0), "\(x), \(y)")
      #expect(plain.clarity(at: index) == 0)
    }
  }

  @Test("one cell of nine that differs hides the pattern round it")
  func disagreement() {
    var same = [Float](repeating: 1, count: grid.area)
    same[2 * grid.width + 2] = 0
    let checked = patterns({ x, y in (x + y) % 2 == 0 ? 100 : 140 }, same: same)
    for y in 1..<grid.height - 1 {
      for x in 1..<grid.width - 1 {
        let isNear = (1...3).contains(x) && (1...3).contains(y)
        #expect((checked.clarity(at: y * grid.width + x) == 0) == isNear, "\(x), \(y)")
      }
    }
  }
}
