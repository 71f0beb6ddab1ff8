import Imaging
import Testing

@testable import FaceMeta

@Suite struct SearchTileTests {
  private let settings = FaceAnalysisSettings(for: .stream)

  @Test(arguments: [
    PixelSize(width: 1280, height: 720), PixelSize(width: 720, height: 1280), PixelSize(width: 300, height: 300),
  ])
  func `both edges are searched with their mirror images, at full height`(size: PixelSize) {
    let edges = SearchTile.all(for: size, settings: settings).filter(\.isReflected)
    let left = edges.filter { $0.rect.x < 0 }
    let right = edges.filter { $0.rect.maxX > $0.levelSize.width }
    #expect(left.count == right.count && left.count + right.count == edges.count)
    #expect(left.count == (size.width < size.height ? 3 : 1))
    for tiles in [left, right] {
      #expect(tiles.map(\.rect.minY).min() == 0)
      #expect(tiles.map(\.rect.maxY).max() == tiles.first?.levelSize.height)
    }
    for tile in edges {
      #expect(tile.rect.width == 192 && tile.rect.height == 192 && tile.turn == .up && tile.kind == .fullRange)
      #expect(tile.shown.minimum.x == (tile.rect.x < 0 ? 48 : Float(-tile.rect.x)))
    }
    #expect(left.first?.shown.minimum.x == 48 && right.first?.shown.maximum.x == 144)
  }

  @Test func `the whole picture is the first tile, and a narrow strip has no tiles over its edges`() {
    let tiles = SearchTile.all(for: PixelSize(width: 1280, height: 720), settings: settings)
    #expect(tiles.first?.rect == PixelRect(x: 0, y: 0, width: 192, height: 108))
    let strip = SearchTile.all(for: PixelSize(width: 4, height: 4000), settings: settings)
    #expect(strip.filter(\.isReflected).isEmpty)
  }
}
