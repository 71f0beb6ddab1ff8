import Imaging
import Testing

@testable import Segmentation

@Suite struct BoxMeanTests {
  @Test(arguments: [(7, 5, 2), (1, 4, 1), (3, 2, 6), (9, 9, 0)])
  func `windows are those that one adds up by hand`(width: Int, height: Int, radius: Int) {
    let size = PixelSize(width: width, height: height)
    let values = (0..<size.area).map { Float(($0 * 37) % 23) }
    let means = BoxMean.values(of: values, size: size, radius: radius)
    let area = Float((2 * radius + 1) * (2 * radius + 1))
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for row in max(0, y - radius)...min(height - 1, y + radius) {
          for column in max(0, x - radius)...min(width - 1, x + radius) { sum += values[row * width + column] }
        }
        #expect(abs(means[y * width + x] - sum / area) < 1e-4)
      }
    }
  }
}
