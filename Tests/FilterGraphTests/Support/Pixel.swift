import Imaging

@testable import FilterGraph

/// A pixel in double precision for oracles: colour not premultiplied, with its alpha.
struct Pixel {
  var color: [Double]
  var alpha: Double

  /// From premultiplied samples; a transparent pixel has no colour.
  init(_ samples: ArraySlice<Float>) {
    let values = samples.map { Double($0) }
    alpha = values[3]
    color = values.prefix(3).map { values[3] == 0 ? 0 : $0 / values[3] }
  }

  init(_ color: [Double], _ alpha: Double) {
    self.color = color
    self.alpha = alpha
  }

  var premultiplied: [Double] { color.map { $0 * alpha } + [alpha] }
  var luminance: Double { 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] }

  func map(_ f: (Double) -> Double) -> Pixel { Pixel(color.map(f), alpha) }
}

/// The difference of an image's pixels from the expected ones, relative for values above 1.
func worstError(
  of image: Image, from samples: [[Float]], size: PixelSize, _ oracle: ([Pixel]) -> [Double]
) throws -> Double {
  let result = try Renderer().floats(image, in: PixelRect(size))
  var worst = 0.0
  for index in 0..<size.area {
    let expected = oracle(samples.map { Pixel($0[(4 * index)..<(4 * index + 4)]) })
    for (component, value) in expected.enumerated() {
      worst = max(worst, abs(Double(result[4 * index + component]) - value) / max(1, abs(value)))
    }
  }
  return worst
}
