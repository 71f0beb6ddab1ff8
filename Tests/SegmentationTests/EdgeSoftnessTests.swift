import Imaging
import Testing

@testable import Segmentation

@Suite struct EdgeSoftnessTests {
  private let size = PixelSize(width: 60, height: 40)

  /// The softness of an edge down the middle of a plane that takes `width` pixels from nobody to somebody.
  private func softness(ofEdge width: Float, radius: Int = 8) -> [Float] {
    let portrait = (0..<size.area).map { index -> Float in
      min(max((Float(index % size.width) + 0.5 - Float(size.width) / 2) / width + 0.5, 0), 1)
    }
    return EdgeSoftness.values(of: portrait[...], size: size, radius: radius)
  }

  @Test func `an outline in focus is sharp, one that is blurred is soft, and elsewhere is neither`() {
    let middle = 20 * size.width + 30
    #expect(softness(ofEdge: 3)[middle] == 0)
    #expect(softness(ofEdge: 14)[middle] == 1)
    let between = softness(ofEdge: 7)[middle]
    #expect(between > 0 && between < 1)
    #expect(softness(ofEdge: 14)[20 * size.width] == 0 && softness(ofEdge: 14)[21 * size.width - 1] == 0)
  }

  @Test func `the result is symmetric in rows and columns`() {
    let portrait = (0..<size.area).map { Float(($0 * 7_919) % 101) / 100 }
    let turned = (0..<size.area).map { portrait[$0 % size.height * size.width + $0 / size.height] }
    let values = EdgeSoftness.values(of: portrait[...], size: size, radius: 5)
    let others = EdgeSoftness.values(
      of: turned[...], size: PixelSize(width: size.height, height: size.width), radius: 5)
    let largest = (0..<size.area).map { abs(others[$0] - values[$0 % size.height * size.width + $0 / size.height]) }
      .max()
    #expect((largest ?? 1) < 1e-4)
  }

  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 1), PixelSize(width: 2, height: 30)])
  func `a plane that is smaller than the window has a softness for each pixel`(size: PixelSize) {
    let values = EdgeSoftness.values(of: [Float](repeating: 0.5, count: size.area)[...], size: size, radius: 8)
    #expect(values.count == size.area)
    let isInRange = values.allSatisfy { (0...1).contains($0) }
    #expect(isInRange)
  }
}
