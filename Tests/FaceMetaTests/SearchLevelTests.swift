import Imaging
import Testing

@testable import FaceMeta

@Suite struct SearchLevelTests {
  private func level(_ size: PixelSize) -> SearchLevel {
    let picture = UprightPicture(PixelBuffer(size: size, format: .rgba8), orientation: .up)
    return SearchLevel(DetectionLevel(size: size, tile: 192, overlap: 44), picture: picture)
  }

  @Test(arguments: [PixelSize(width: 1008, height: 756), PixelSize(width: 700, height: 192)])
  func `wherever a face is, a tile that shows all of it is kept`(size: PixelSize) {
    for y in stride(from: 3, to: size.height, by: 29) {
      for x in stride(from: 3, to: size.width, by: 31) {
        var level = level(size)
        level.keepTiles(at: [FaceRegionNetwork.Place(point: SIMD2(Float(x), Float(y)), score: 0.1)])
        // 40 pixels, less where the picture ends.
        let face = PixelRect(x: x - 20, y: y - 20, width: 40, height: 40).intersection(PixelRect(size))
        #expect(level.tiles.contains { $0.contains(face) }, "\(x), \(y)")
        #expect(level.tiles.count <= 4)
      }
    }
  }

  @Test func `without places no tile is kept`() {
    var level = level(PixelSize(width: 1008, height: 756))
    #expect(level.tiles.count == 35)
    level.keepTiles(at: [])
    #expect(level.tiles.isEmpty)
  }

  @Test func `all tiles of sure places are kept, and the best of the doubtful`() {
    let size = PixelSize(width: 2016, height: 1512)
    let all = level(size)
    #expect(all.tiles.count == 140)
    // A place in the middle of each tile, surer to the bottom.
    func kept(_ score: (Int) -> Float) -> [PixelRect] {
      var level = all
      level.keepTiles(
        at: all.tiles.enumerated().map { number, tile in
          FaceRegionNetwork.Place(
            point: SIMD2(Float(tile.x + tile.width / 2), Float(tile.y + tile.height / 2)), score: score(number))
        })
      return level.tiles
    }
    #expect(kept { _ in 0.4 }.count == 140)
    let doubtful = kept { 0.1 + 0.001 * Float($0) }
    #expect(doubtful == all.tiles.suffix(FaceAnalysisSettings.doubtfulTiles.some))
    let mixed = kept { $0 < 50 ? 0.9 : 0.1 + 0.001 * Float($0) }
    #expect(mixed.count == 50 + FaceAnalysisSettings.doubtfulTiles.some + 25)
  }
}
