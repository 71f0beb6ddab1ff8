import Imaging
import Support
import Testing

@testable import PhotoFile

/// Tiles that are coded before a picture is decided on.
@Suite struct TilesAheadTests {
  /// Four by three tiles, each with its own content.
  private static let picture = PixelBuffer(size: PixelSize(width: 2000, height: 1500), format: .rgba8) { bytes in
    var random = RepeatableRandomNumberGenerator(seed: 8)
    for y in 0..<1500 {
      for x in 0..<2000 {
        let place = 4 * (2000 * y + x)
        let grain = Int(UInt8.random(in: 0...7, using: &random))
        for component in 0..<3 { bytes[place + component] = UInt8((x / 9 + y / (7 + component) + grain) & 255) }
        bytes[place + 3] = 255
      }
    }
  }

  private static func changed(_ rect: PixelRect) -> Photo {
    var photo = Photo(pixels: picture)
    photo.pixels.withUnsafeMutableBytes { bytes in
      for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { bytes[4 * (2000 * y + x)] ^= 64 } }
    }
    return photo
  }

  @Test(arguments: [true, false])
  func `files are the same with tiles that were coded ahead`(isFinished: Bool) throws {
    let options = EncodingOptions.heif(quality: 0.5)
    let ahead = try #require(TilesAhead.begin(Photo(pixels: Self.picture), as: options))
    defer { ahead.finish() }
    // Otherwise some are in work, and none may be done.
    if isFinished { ahead.waitForAll() }
    for rect in [
      PixelRect(x: 600, y: 600, width: 300, height: 200), PixelRect(x: 1999, y: 1499, width: 1, height: 1),
      PixelRect(x: 0, y: 0, width: 2000, height: 1500),
    ] {
      var photo = Self.changed(rect)
      let without = try photo.data(as: options)
      photo.tilesAhead = ahead
      #expect(try photo.data(as: options) == without)
    }
  }

  @Test func `tiles are given for the same pixels and settings alone`() throws {
    let options = EncodingOptions.heif(quality: 0.5)
    let ahead = try #require(TilesAhead.begin(Photo(pixels: Self.picture), as: options))
    func encoder(_ photo: Photo, quality: Double = 0.5) throws -> ColorTileEncoder {
      try ColorTileEncoder(pixels: photo.pixels, codec: .hevc, quality: quality)
    }
    let own = try encoder(Photo(pixels: Self.picture))
    // The work goes on by itself until all tiles are done.
    ahead.waitForAll()
    #expect((0..<12).allSatisfy { ahead.tile($0, for: own) != nil })
    // The tile in the second row and column, and its last pixel.
    let other = try encoder(Self.changed(PixelRect(x: 1023, y: 1023, width: 1, height: 1)))
    #expect((0..<12).filter { ahead.tile($0, for: other) == nil } == [5])
    #expect(
      try (0..<12).allSatisfy { ahead.tile($0, for: try encoder(Photo(pixels: Self.picture), quality: 0.6)) == nil })
    ahead.finish()
  }

  @Test func `what is stopped begins no tile`() throws {
    let ahead = try #require(TilesAhead.begin(Photo(pixels: Self.picture), as: .heif()))
    ahead.finish()
    let own = try ColorTileEncoder(pixels: Self.picture, codec: .hevc, quality: 0.6)
    let done = (0..<12).filter { ahead.tile($0, for: own) != nil }
    #expect(done == (0..<12).filter { ahead.tile($0, for: own) != nil })
    #expect((0..<12).allSatisfy { !ahead.isInWork($0) })
  }

  @Test func `formats without tiles and small pictures have none`() {
    #expect(TilesAhead.begin(Photo(pixels: Self.picture), as: .jpeg()) == nil)
    let small = PixelBuffer(size: PixelSize(width: 640, height: 480), format: .rgba8)
    #expect(TilesAhead.begin(Photo(pixels: small), as: .heif()) == nil)
  }
}
