import Imaging
import Testing

@testable import FrameStream

@Suite struct DisplayMatrixTests {
  @Test(arguments: Orientation.allCases)
  func `a matrix that maps points as an orientation does is that orientation`(orientation: Orientation) {
    // The images of the two unit vectors under the orientation are the columns of its matrix.
    let origin = orientation.apply(to: NormalizedPoint(x: 0, y: 0))
    let alongX = orientation.apply(to: NormalizedPoint(x: 1, y: 0))
    let alongY = orientation.apply(to: NormalizedPoint(x: 0, y: 1))
    func fixed(_ value: Double) -> Int32 { Int32(value * 65536) }
    let matrix = DisplayMatrix(
      a: fixed(Double(alongX.x - origin.x)), b: fixed(Double(alongX.y - origin.y)),
      c: fixed(Double(alongY.x - origin.x)), d: fixed(Double(alongY.y - origin.y)))
    #expect(matrix.orientation == orientation)
  }

  @Test func `an invalid or extreme matrix counts as upright`() {
    #expect(DisplayMatrix(a: 0, b: 0, c: 0, d: 0).orientation == .up)
    #expect(DisplayMatrix(a: .min, b: .min, c: .min, d: .min).orientation == .down)
  }

  @Test func `an angle other than a right angle gives the nearest orientation`() {
    // 80 degrees clockwise.
    #expect(DisplayMatrix(a: 11380, b: 64540, c: -64540, d: 11380).orientation == .right)
  }
}
