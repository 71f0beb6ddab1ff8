@testable import FaceMeta
import Imaging
import Testing

@Suite struct DetectionLevelTests {
  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 192, height: 192), PixelSize(width: 193, height: 100),
    PixelSize(width: 1000, height: 777), PixelSize(width: 40, height: 2016),
  ])
  func `a face smaller than the overlap is whole in some tile`(size: PixelSize) {
    let level = DetectionLevel(size: size, tile: 192, overlap: 64)
    for tile in level.tiles { #expect(PixelRect(size).contains(tile) && !tile.isEmpty) }
    for y in stride(from: 0, through: max(0, size.height - 64), by: 7) {
      for x in stride(from: 0, through: max(0, size.width - 64), by: 7) {
        let face = PixelRect(x: x, y: y, width: min(64, size.width), height: min(64, size.height))
        #expect(level.tiles.contains { $0.contains(face) }, "\(face)")
      }
    }
  }

  static func levels(_ size: PixelSize, minimumFace: Double = 24) -> [DetectionLevel] {
    DetectionLevel.levels(
      for: size, tile: 192, overlap: 64, minimumFace: minimumFace, smallestDetected: 12, maximumTiles: 400)
  }

  @Test func `levels range from the whole picture to the scale of the smallest face`() throws {
    let levels = Self.levels(PixelSize(width: 4032, height: 3024))
    #expect(levels.first?.tiles.count == 1)
    #expect(try #require(levels.last).size.width >= 2016)
    for (coarse, fine) in zip(levels, levels.dropFirst()) {
      let ratio = Double(fine.size.width) / Double(coarse.size.width)
      // Faces between the smallest and the largest that a level sees are a factor of more than four apart.
      #expect(ratio > 1.2 && ratio < 2.6)
    }
  }

  @Test(arguments: [
    PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 4000), PixelSize(width: 12_000, height: 9000),
    PixelSize(width: 60_000, height: 1500),
  ])
  func `work is bounded for any picture`(size: PixelSize) {
    let levels = Self.levels(size, minimumFace: 8)
    #expect(!levels.isEmpty)
    #expect(levels.reduce(0) { $0 + $1.tiles.count } <= 400)
    for level in levels { #expect(level.size.width >= 1 && level.size.height >= 1) }
  }
}
