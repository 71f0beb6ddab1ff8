import Imaging
import Testing

@testable import FilterGraph

/// The laws that every filter keeps, checked on every small picture.
struct CheckFilter {
  let filter: any Filter

  /// Tiles with which a picture is rendered and compared, bit by bit, with the whole in one.
  static let tiles = [(1, 1), (5, 3), (16, 16)].map { PixelSize(width: $0.0, height: $0.1) }
  static let whole = PixelSize(width: 1 << 20, height: 1 << 20)

  /// The region in which a result is compared: its extent with a margin, or the picture's if the extent is infinite.
  static func region(of image: Image, _ picture: TestPicture) -> PixelRect {
    let own = image.extent.rect.flatMap { $0.isEmpty ? nil : $0 } ?? PixelRect(picture.size)
    let far = PixelRect(x: -40, y: -40, width: 150, height: 120)
    return own.intersection(far).outset(by: 2)
  }

  /// Neither tiles nor fusing nor a smaller rectangle change a pixel, and nothing lies outside the extent.
  func check(on picture: TestPicture) throws {
    // A pointwise filter before and one after, so that there is something to fuse with.
    let image = filter.output(for: picture.image().applying(.exposureAdjust(ev: -0.5)))
      .applying(.colorControls(saturation: 1.25))
    let region = CheckFilter.region(of: image, picture)
    let expected = try Renderer(tileSize: CheckFilter.whole, threads: 1).floats(image, in: region)
    let isFinite = expected.allSatisfy(\.isFinite)
    #expect(isFinite, "\(filter) on \(picture)")
    for tile in CheckFilter.tiles where picture.size.area < 100 || tile.width > 5 {
      let tiled = try Renderer(tileSize: tile, threads: 2).floats(image, in: region)
      #expect(same(tiled, expected), "\(filter) on \(picture) in tiles of \(tile)")
    }
    let separate = try Renderer(tileSize: CheckFilter.whole, threads: 1, fusing: false).floats(image, in: region)
    let worst = zip(separate, expected).map { abs($0 - $1) / max(abs($1), 1) }.max() ?? 0
    #expect(worst <= 1.0 / 2048, "\(filter) on \(picture): fusing changes a pixel by \(worst)")

    let part = PixelRect(
      x: region.x + region.width / 3, y: region.y + region.height / 4, width: (region.width + 1) / 2,
      height: (region.height + 2) / 3)
    let cropped = try Renderer(tileSize: CheckFilter.whole).floats(image, in: part)
    for y in 0..<part.height {
      let start = ((y + part.y - region.y) * region.width + part.x - region.x) * 4
      let row = Array(expected[start..<(start + part.width * 4)])
      #expect(same(Array(cropped[(y * part.width * 4)..<((y + 1) * part.width * 4)]), row), "\(filter), row \(y)")
    }

    guard let extent = image.extent.rect else { return }
    for y in region.minY..<region.maxY {
      for x in region.minX..<region.maxX
      where !extent.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
        let start = ((y - region.y) * region.width + x - region.x) * 4
        #expect(expected[start..<(start + 4)].allSatisfy { $0 == 0 }, "\(filter) outside its extent at \(x), \(y)")
      }
    }
  }

  /// Bit by bit, but for the sign of 0.
  private func same(_ a: [Float], _ b: [Float]) -> Bool { a.count == b.count && zip(a, b).allSatisfy { $0 == $1 } }
}
