import CYCbCr
import Imaging

/// Codes a picture's colours as HEVC tiles, converting each tile's own pixels to YCbCr on the way.
struct ColorTileEncoder {
  let pixels: PixelBuffer
  let grid: TileGrid
  let tileSize: PixelSize
  /// libheif's, `0...100`.
  let quality: Int

  /// The tiles of Apple's files.
  static let longestTileSide = 512

  /// Chooses the tiles: one of exactly the picture's size where HEVC can code that and it is not larger than a tile;
  /// otherwise up to 512 on a side and, as MIAF wants it (ISO/IEC 23000-22, 7.3.11.4.2), a multiple of 64.
  init(pixels: PixelBuffer, quality: Int) {
    self.pixels = pixels
    self.quality = quality
    let size = pixels.size
    func side(_ length: Int) -> Int { min(Self.longestTileSide, (length + 63) / 64 * 64) }
    let isCodedWhole = [size.width, size.height].allSatisfy {
      (64...Self.longestTileSide).contains($0) && $0.isMultiple(of: 2)
    }
    tileSize = isCodedWhole ? size : PixelSize(width: side(size.width), height: side(size.height))
    grid = TileGrid(size: size, tileSize: tileSize)
  }

  /// Whether the picture is one coded picture, without a grid around it.
  var isCodedWhole: Bool { tileSize == pixels.size }

  /// Codes one tile. Beyond the picture's edge the last pixel is repeated.
  func encode(tile index: Int) throws(PhotoFileError) -> CodedPicture {
    let origin = grid.origin(ofTile: index, tileSize: tileSize)
    let filled = PixelSize(
      width: min(tileSize.width, pixels.width - origin.x), height: min(tileSize.height, pixels.height - origin.y))
    return try PictureEncoder.encode(size: tileSize, codec: .hevc, coding: .color(quality: quality)) { planes in
      fill(planes, from: origin, filled: filled)
    }
  }

  private func fill(_ planes: PictureEncoder.Planes, from origin: (x: Int, y: Int), filled: PixelSize) {
    guard let chroma = planes.chroma else { return }
    let rowBytes = 4 * tileSize.width
    pixels.withUnsafeBytes { source in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * rowBytes) { rows in
        guard let source = source.baseAddress, let upper = rows.baseAddress else { return }
        let lower = upper + rowBytes
        for pair in 0..<tileSize.height / 2 {
          for (row, y) in [(upper, 2 * pair), (lower, 2 * pair + 1)] {
            let start = (origin.y + min(y, filled.height - 1)) * pixels.rowBytes
            RGBARow.copy(
              source + start + origin.x * pixels.format.bytesPerPixel, format: pixels.format, count: filled.width,
              to: row, paddedTo: tileSize.width)
          }
          let luma = planes.luma + 2 * pair * planes.lumaStride
          cycbcr_encode_row_pair(
            upper, lower, tileSize.width, luma, luma + planes.lumaStride, chroma.cb + pair * chroma.stride,
            chroma.cr + pair * chroma.stride)
        }
      }
    }
  }
}
