import Imaging
import Testing

@testable import Kernels

@Suite struct ConnectedComponentsTests {
  @Test func `small components are left out unless a point lies in them`() throws {
    // Two squares of 20 and 4 pixels, and another of 4.
    let size = PixelSize(width: 100, height: 60)
    var plane = [Float](repeating: 0, count: size.area)
    func square(_ x: Int, _ y: Int, _ side: Int) {
      for v in y..<y + side { for u in x..<x + side { plane[v * size.width + u] = 0.9 } }
    }
    square(5, 5, 20)
    square(60, 10, 4)
    square(80, 40, 4)
    let marks = try ConnectedComponents.marks(
      of: plane[...], size: size, threshold: 0.5, smallestFraction: 0.1, holding: [(81, 41), (500, 3)], margin: 3)
    #expect(marks[10 * 100 + 10] == 1 && marks[15 * 100 + 26] == 1, "the large square and its margin")
    #expect(marks[12 * 100 + 62] == 0, "a small square")
    #expect(marks[41 * 100 + 81] == 1, "a small square that holds a point")
    #expect(marks[30 * 100 + 55] == 0, "between")
    let nothing = try ConnectedComponents.marks(
      of: [Float](repeating: 0.2, count: 12)[...], size: PixelSize(width: 4, height: 3), threshold: 0.5,
      smallestFraction: 0.1, holding: [], margin: 1)
    #expect(nothing.allSatisfy { $0 == 0 })
  }
}
