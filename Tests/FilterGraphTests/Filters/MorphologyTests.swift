import Imaging
import Testing

@testable import FilterGraph

@Suite struct MorphologyTests {
  /// Small and odd pictures; larger ones would only be slow.
  static let pictures = TestPicture.all.filter { $0.size.area < 100 }

  private static func chosen(
    _ picture: Oracle.Reader, _ offsets: [(Int, Int)], _ x: Int, _ y: Int, _ choose: (Double, Double) -> Double
  ) -> [Double] {
    (0..<4).map { component in
      let values = offsets.map { picture[x + $0.0, y + $0.1][component] }
      return values.dropFirst().reduce(values[0], choose)
    }
  }

  private static func disc(_ radius: Double) -> [(Int, Int)] {
    let n = Int(radius)
    var offsets: [(Int, Int)] = []
    for dy in -n...n {
      for dx in -n...n where Double(dx * dx + dy * dy) <= radius * radius { offsets.append((dx, dy)) }
    }
    return offsets
  }

  @Test(arguments: [1.0, 1.5, 2, 3.7, 5])
  func `largest and smallest within a circle`(radius: Double) throws {
    let offsets = Self.disc(radius)
    let room = Int(radius)
    try Oracle.check(
      MorphologyMaximum(radius: radius), in: { PixelRect($0).outset(by: room) }, within: 1e-7, pictures: Self.pictures
    ) { picture, x, y in Self.chosen(picture, offsets, x, y, max) }
    try Oracle.check(MorphologyMinimum(radius: radius), within: 1e-7, pictures: Self.pictures) { picture, x, y in
      Self.chosen(picture, offsets, x, y, min)
    }
  }

  @Test func `the gradient is their difference`() throws {
    let offsets = Self.disc(2)
    try Oracle.check(
      MorphologyGradient(radius: 2), in: { PixelRect($0).outset(by: 2) }, within: 1e-6, pictures: Self.pictures
    ) { picture, x, y in
      let high = Self.chosen(picture, offsets, x, y, max)
      let inside = x >= 0 && y >= 0 && x < picture.size.width && y < picture.size.height
      let low = inside ? Self.chosen(picture, offsets, x, y, min) : [0, 0, 0, 0]
      return zip(high, low).prefix(3).map { $0 - $1 } + [high[3]]
    }
  }

  @Test(arguments: [(5, 5), (3, 7), (1, 2), (4, 1), (9, 3)])
  func `rectangles have odd sides`(width: Int, height: Int) throws {
    let (across, down) = (width / 2, height / 2)
    let offsets = (-down...down).flatMap { dy in (-across...across).map { ($0, dy) } }
    try Oracle.check(
      MorphologyRectangleMaximum(width: width, height: height),
      in: { PixelRect(x: -across, y: -down, width: $0.width + 2 * across, height: $0.height + 2 * down) },
      within: 1e-7, pictures: Self.pictures
    ) { picture, x, y in Self.chosen(picture, offsets, x, y, max) }
    try Oracle.check(
      MorphologyRectangleMinimum(width: width, height: height), within: 1e-7, pictures: Self.pictures
    ) { picture, x, y in Self.chosen(picture, offsets, x, y, min) }
  }

  @Test func `a median is the fifth of nine`() throws {
    try Oracle.check(.median, within: 1e-7) { picture, x, y in
      (0..<4).map { component in
        let values = (-1...1).flatMap { dy in (-1...1).map { picture.clamped(x + $0, y + dy)[component] } }
        return values.sorted()[4]
      }
    }
  }
}
