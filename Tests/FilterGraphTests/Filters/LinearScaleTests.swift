import Imaging
import Testing

@testable import FilterGraph

/// Scaling that is straight between neighbours, against the formula in double precision.
@Suite struct LinearScaleTests {
  /// The mean of a row of `count` values by a tent round each place of `target` places, the edge repeated outwards.
  private func scaled(_ count: Int, to target: Int, _ value: (Int) -> Double) -> [Double] {
    let step = Double(count) / Double(target)
    let stretch = max(1, step)
    return (0..<target).map { place in
      let center = (Double(place) + 0.5) * step - 0.5
      let samples = Int((center - stretch).rounded(.down))...Int((center + stretch).rounded(.up))
      let weights = samples.map { max(0, 1 - abs(Double($0) - center) / stretch) }
      let sum = zip(samples, weights).reduce(0) { $0 + value(min(max($1.0, 0), count - 1)) * $1.1 }
      return sum / weights.reduce(0, +)
    }
  }

  @Test(arguments: [5, 11, 20, 33, 66])
  func `rows are enlarged and reduced by triangle filters`(target: Int) throws {
    let picture = TestPicture(size: PixelSize(width: 33, height: 1), content: .translucent)
    let result = try Renderer().floats(picture.image().scaledLinearly(to: PixelSize(width: target, height: 1)))
    let samples = picture.samples()
    for component in 0..<4 {
      let expected = scaled(33, to: target) { Double(samples[4 * $0 + component]) }
      for x in 0..<target { #expect(abs(Double(result[4 * x + component]) - expected[x]) < 1e-5) }
    }
  }

  @Test func `columns are scaled as rows are`() throws {
    let picture = TestPicture(size: PixelSize(width: 1, height: 33), content: .opaque)
    let result = try Renderer().floats(picture.image().scaledLinearly(to: PixelSize(width: 1, height: 100)))
    let samples = picture.samples()
    let expected = scaled(33, to: 100) { Double(samples[4 * $0 + 1]) }
    for y in 0..<100 { #expect(abs(Double(result[4 * y + 1]) - expected[y]) < 1e-5) }
  }
}
