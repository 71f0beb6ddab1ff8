import Imaging
import Support
import Testing

@testable import PhotoFile

/// Files that break the rules on purpose: each ends in a picture or in an error of its own kind.
@Suite struct HEIFDamageTests {
  private static let small = HEIFSyntheticPhoto.photo(PixelSize(width: 70, height: 66), orientation: .right)

  /// Reads a file; true for a picture, false for an error that names the file.
  private func isRead(_ bytes: [UInt8], limits: ReadingLimits = .default) -> Bool {
    do throws(PhotoFileError) {
      let photo = try HEIFReader.photo(from: bytes, file: "damaged.heic", options: ReadingOptions(limits: limits)).photo
      #expect(photo.pixels.bytes.count == photo.pixels.rowBytes * photo.pixels.height)
      return true
    } catch {
      switch error {
      case .malformed, .limitExceeded, .unsupported: #expect(error.description.contains("damaged.heic"))
      default: Issue.record("\(error)")
      }
      return false
    }
  }

  /// How the reading of a file ends.
  private func failure(_ bytes: [UInt8], limits: ReadingLimits = .default) -> PhotoFileError? {
    PhotoFileTests.failure { () throws(PhotoFileError) in
      _ = try HEIFReader.photo(from: bytes, file: "a.heic", options: ReadingOptions(limits: limits))
    }
  }

  @Test func `truncated files`() throws {
    let file = try HEIFWriter.data(for: Self.small, quality: 0.3)
    let walker = HEIFWalker(file)
    let primary = try #require(walker.items[walker.primary])
    // The mattes follow the picture: without them it can still be read.
    for length in stride(from: 0, to: file.count, by: 41) {
      #expect(isRead(Array(file.prefix(length))) == (length >= primary.offset + primary.length))
    }
  }

  /// A file of a grid of 64x64 tiles; `tiles` may add faults.
  private func grid(
    rows: Int = 1, columns: Int = 2, size: PixelSize = PixelSize(width: 100, height: 60),
    tiles: (inout HEIFAssembler, [Int]) -> [Int] = { $1 }
  ) throws -> [UInt8] {
    let pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64))
    let picture = try ColorTileEncoder(pixels: pixels, codec: .hevc, quality: 0.30).encode(tile: 0)
    var assembler = HEIFAssembler()
    let items = (0..<2).map { _ in assembler.add(picture, isHidden: true) }
    let grid = assembler.add(
      type: "grid", in: .itemData, data: TileGrid(rows: rows, columns: columns, size: size).payload)
    assembler.associate(.imageSize(size), with: grid, isEssential: false)
    assembler.primary = grid
    assembler.refer("dimg", from: grid, to: tiles(&assembler, items))
    return assembler.file()
  }

  @Test func `a valid grid is read`() throws { #expect(failure(try grid()) == nil) }

  @Test func `grids whose tiles do not fit are refused`() throws {
    #expect(failure(try grid(rows: 2)) != nil)
    #expect(failure(try grid { _, tiles in [tiles[0], tiles[0]] }) != nil)
    #expect(failure(try grid { _, tiles in tiles + [tiles[0]] }) != nil)
    #expect(failure(try grid { _, tiles in [tiles[0], 999] }) != nil)
    // Itself, or another grid, for a tile.
    #expect(failure(try grid { assembler, tiles in [tiles[0], assembler.primary] }) != nil)
    // Tiles beyond the picture, and a picture beyond the tiles.
    #expect(failure(try grid(size: PixelSize(width: 64, height: 60))) != nil)
    #expect(failure(try grid(size: PixelSize(width: 129, height: 60))) != nil)
    let wide = PixelSize(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    guard case .limitExceeded = failure(try grid(size: wide)) else {
      Issue.record("a grid of \(wide) pixels")
      return
    }
  }

  @Test func `a picture that is larger than the container says is refused before it is decoded`() throws {
    let pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: 128, height: 128))
    let picture = try ColorTileEncoder(pixels: pixels, codec: .hevc, quality: 0.30).encode(tile: 0)
    var assembler = HEIFAssembler()
    assembler.primary = assembler.add(picture, size: PixelSize(width: 64, height: 64))
    guard case .malformed(_, let reason) = failure(assembler.file()) else {
      Issue.record("the sizes differ")
      return
    }
    #expect(reason.contains("64x64") && reason.contains("128x128"))
  }

  @Test func `a picture that shows only a small part of its coded pixels is refused`() throws {
    let size = PixelSize(width: 64, height: 640)
    var picture = try GrayPictureEncoder.encode(HEIFSyntheticPhoto.matte(size, seed: 2))
    let shown = PixelSize(width: 64, height: 100)
    guard case .hevc(var configuration) = picture.configuration else {
      Issue.record("not HEVC")
      return
    }
    try configuration.cropGray(to: shown)
    picture.configuration = .hevc(configuration)
    var assembler = HEIFAssembler()
    assembler.primary = assembler.add(picture, size: shown)
    guard case .limitExceeded = failure(assembler.file()) else {
      Issue.record("540 hidden rows")
      return
    }
  }

  @Test func `pictures of an unsupported codec are reported as unsupported`() throws {
    var assembler = HEIFAssembler()
    assembler.primary = assembler.add(type: "jpeg", data: [0])
    assembler.associate(.imageSize(PixelSize(width: 64, height: 64)), with: 1, isEssential: true)
    guard case .unsupported(_, let reason) = failure(assembler.file()) else {
      Issue.record("a JPEG in HEIF was read")
      return
    }
    #expect(reason.contains("jpeg"))
  }

  @Test func `a damaged matte does not prevent reading the picture`() throws {
    var file = try HEIFWriter.data(for: Self.small, quality: 0.3)
    let walker = HEIFWalker(file)
    let matte = try #require(walker.references.first { $0.type == "auxl" }.flatMap { walker.items[$0.from] })
    // The length of the first slice: longer than the item.
    file[matte.offset] = 0x7F
    let photo = try HEIFReader.photo(from: file, file: "a.heic", options: .default).photo
    #expect(photo.auxiliaryImages.map(\.type) == [.portraitEffectsMatte])
  }

  @Test func `auxiliary images and metadata with two targets, as in files of iOS 18`() throws {
    let size = PixelSize(width: 64, height: 64)
    let picture = try ColorTileEncoder(pixels: HEIFSyntheticPhoto.pixels(size), quality: 30).encode(tile: 0)
    let pixels = HEIFSyntheticPhoto.matte(size, seed: 1)
    let matte = try GrayPictureEncoder.encode(pixels)
    var assembler = HEIFAssembler()
    let items = [picture, matte].map { assembler.add($0) }
    assembler.primary = items[0]
    assembler.associate(
      .auxiliaryType(MatteKind.hair.urn, subtype: []), with: items[1], isEssential: true)
    let toneMap = assembler.add(type: "tmap", data: [0])
    let exif = assembler.add(
      type: "Exif", isHidden: true, data: [0, 0, 0, 0] + HEIFSyntheticPhoto.exif)
    assembler.refer("auxl", from: items[1], to: [items[0], toneMap])
    assembler.refer("cdsc", from: exif, to: [items[0], toneMap])
    let photo = try HEIFReader.photo(from: assembler.file(), file: "a.heic", options: .default).photo
    #expect(photo.mattes[.hair]?.pixels == pixels)
    #expect(photo.metadata.exif == HEIFSyntheticPhoto.exif)
  }
}
