import Imaging
import Testing

@testable import FilterGraph

/// Compares a filter with a formula for the pixels of a picture, over all small pictures.
enum Oracle {
  /// `formula` is given a way to read the picture, premultiplied and transparent outside, and a place; it says the
  /// premultiplied result.
  static func check(
    _ filter: some Filter, in region: (PixelSize) -> PixelRect = { PixelRect($0) }, within tolerance: Double = 1e-5,
    pictures: [TestPicture] = TestPicture.all, _ formula: (Reader, Int, Int) -> [Double]
  ) throws {
    for picture in pictures {
      let reader = Reader(picture)
      let rect = region(picture.size)
      let result = try Renderer().floats(picture.image().applying(filter), in: rect)
      var worst = 0.0
      for y in 0..<rect.height {
        for x in 0..<rect.width {
          let expected = formula(reader, rect.x + x, rect.y + y)
          for component in 0..<4 {
            let value = Double(result[4 * (y * rect.width + x) + component])
            worst = max(worst, abs(value - expected[component]) / max(1, abs(expected[component])))
          }
        }
      }
      #expect(worst < tolerance, "\(filter) on \(picture): \(worst)")
    }
  }

  /// A picture's samples in double precision.
  struct Reader {
    let size: PixelSize
    private let samples: [Float]

    init(_ picture: TestPicture, seed: UInt64 = 1) {
      size = picture.size
      samples = picture.samples(seed: seed)
    }

    /// Premultiplied; transparent outside.
    subscript(x: Int, y: Int) -> [Double] {
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return [0, 0, 0, 0] }
      let start = 4 * (y * size.width + x)
      return samples[start..<(start + 4)].map { Double($0) }
    }

    /// Premultiplied; the edge repeated outwards.
    func clamped(_ x: Int, _ y: Int) -> [Double] {
      self[min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1)]
    }

    func pixel(_ x: Int, _ y: Int) -> Pixel {
      let v = self[x, y]
      return Pixel(v.prefix(3).map { v[3] == 0 ? 0 : $0 / v[3] }, v[3])
    }
  }
}
