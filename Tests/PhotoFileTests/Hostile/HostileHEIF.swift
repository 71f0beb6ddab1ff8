import Glibc
import Imaging

@testable import PhotoFile

/// HEIF files that ask for more than they are worth.
enum HostileHEIF {
  /// A flat tile, and so one of few bytes.
  static func flatTile(_ side: Int = 512) throws -> CodedPicture {
    try PictureEncoder.encode(
      size: PixelSize(width: side, height: side),
      settings: CodingSettings(codec: .hevc, content: .color(quality: 50), depth: 8)
    ) { planes in
      memset(planes.luma, 128, planes.lumaStride * side)
      guard let chroma = planes.chroma else { return }
      memset(chroma.cb, 128, chroma.stride * side / 2)
      memset(chroma.cr, 128, chroma.stride * side / 2)
    }
  }

  /// A tile that nothing can compress.
  static func noisyTile() throws -> CodedPicture {
    let pixels = SamplePhoto.noise(PixelSize(width: 128, height: 128), .rgba8, alphaType: .opaque, seed: 4)
    return try ColorTileEncoder(pixels: pixels, quality: 70).encode(tile: 0)
  }

  /// Adds a grid of tiles, and makes it the primary picture.
  static func addGrid(of tiles: [Int], rows: Int, columns: Int, tileSide: Int, to assembler: inout HEIFAssembler) {
    let size = PixelSize(width: columns * tileSide, height: rows * tileSide)
    let payload = TileGrid(rows: rows, columns: columns, size: size).payload
    assembler.primary = assembler.add(type: "grid", in: .itemData, data: payload)
    assembler.associate(.imageSize(size), with: assembler.primary, isEssential: false)
    assembler.refer("dimg", from: assembler.primary, to: tiles)
  }

  /// A picture of rows and columns of flat tiles, each with bytes of its own: few bytes for many pixels, and no rule
  /// broken.
  static func flatGrid(rows: Int, columns: Int) throws -> [UInt8] {
    let tile = try flatTile()
    var assembler = HEIFAssembler()
    let tiles = (0..<rows * columns).map { _ in assembler.add(tile, isHidden: true) }
    addGrid(of: tiles, rows: rows, columns: columns, tileSide: 512, to: &assembler)
    return assembler.file()
  }

  /// A grid of 32 x 32 tiles that are all the same item.
  static func oneTileAThousandTimes() throws -> [UInt8] {
    var assembler = HEIFAssembler()
    let tile = assembler.add(try noisyTile(), isHidden: true)
    addGrid(of: Array(repeating: tile, count: 1024), rows: 32, columns: 32, tileSide: 128, to: &assembler)
    return assembler.file()
  }

  /// A grid of 32 x 32 tiles that are items of their own, all with the bytes of the first.
  static func sharedBytesAThousandTimes() throws -> [UInt8] {
    let tile = try noisyTile()
    var assembler = HEIFAssembler()
    var tiles = [assembler.add(tile, isHidden: true)]
    let empty = CodedPicture(configuration: tile.configuration, data: [])
    for _ in 1..<1024 { tiles.append(assembler.add(empty, isHidden: true)) }
    addGrid(of: tiles, rows: 32, columns: 32, tileSide: 128, to: &assembler)
    var file = assembler.file()
    // The entries of 'iloc' have 16 bytes each; the last eight are offset and length.
    guard
      let location = FilePiece.pieces(of: file).first(where: { file[$0.range].dropFirst(4).starts(with: "iloc".utf8) })
    else { return [] }
    let first = location.range.lowerBound + 16
    for tile in 1..<1024 {
      file.replaceSubrange(first + 16 * tile + 8..<first + 16 * tile + 16, with: file[first + 8..<first + 16])
    }
    return file
  }

  /// A file with only the content of `meta`.
  static func file(_ meta: (inout BoxWriter) -> Void) -> [UInt8] {
    var writer = BoxWriter()
    writer.box("ftyp") { for brand: FourCC in ["heic", "mif1", "heic"] { $0.fourCC(brand) } }
    writer.fullBox("meta") {
      $0.fullBox("pitm") { $0.uint16(1) }
      meta(&$0)
    }
    return writer.bytes
  }
}
