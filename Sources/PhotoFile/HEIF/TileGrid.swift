import Imaging

/// A picture made of equal tiles, row after row: the payload of a `grid` item (ISO/IEC 23008-12, 6.6.2.3).
struct TileGrid: Hashable {
  let rows: Int
  let columns: Int
  /// The picture's size; the last tiles are cropped to it.
  let size: PixelSize

  init(rows: Int, columns: Int, size: PixelSize) {
    self.rows = rows
    self.columns = columns
    self.size = size
  }

  /// The grid that covers `size` with tiles of `tileSize`.
  init(size: PixelSize, tileSize: PixelSize) {
    self.init(
      rows: (size.height + tileSize.height - 1) / tileSize.height,
      columns: (size.width + tileSize.width - 1) / tileSize.width, size: size)
  }

  init(payload: [UInt8]) throws(HEIFError) {
    var reader = BoxReader(bytes: payload)
    guard try reader.uint8() == 0 else { throw .unsupported("a grid of an unknown version") }
    let sizeBytes = try reader.uint8() & 1 == 1 ? 4 : 2
    rows = Int(try reader.uint8()) + 1
    columns = Int(try reader.uint8()) + 1
    let width = Int(truncatingIfNeeded: try reader.integer(byteCount: sizeBytes))
    let height = Int(truncatingIfNeeded: try reader.integer(byteCount: sizeBytes))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw .malformed("a grid of \(width)x\(height) pixels")
    }
    size = PixelSize(width: width, height: height)
  }

  var payload: [UInt8] {
    let isLarge = max(size.width, size.height) > 0xFFFF
    return BoxWriter.bytes {
      $0.uint8(0)
      $0.uint8(isLarge ? 1 : 0)
      $0.uint8(rows - 1)
      $0.uint8(columns - 1)
      for side in [size.width, size.height] { isLarge ? $0.uint32(side) : $0.uint16(side) }
    }
  }

  var tileCount: Int { rows * columns }

  /// The top left corner of a tile in the picture.
  func origin(ofTile index: Int, tileSize: PixelSize) -> (x: Int, y: Int) {
    (index % columns * tileSize.width, index / columns * tileSize.height)
  }
}
