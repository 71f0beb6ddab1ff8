import Glibc
import Imaging
import Kernels

/// Decodes the tiles of a picture a few rows of tiles at a time, on all cores, so that the samples of the whole picture
/// are never in memory together.
struct TileDecoder {
  let grid: TileGrid
  let tileSize: PixelSize
  let parameters: PictureParameters
  /// The requested pixels, inside the picture. Tiles outside are not decoded.
  let region: PixelRect
  /// Gives a tile's coded data.
  let tile: @Sendable (Int) throws(HEIFError) -> CodedPicture

  /// Some decoded rows of the picture.
  struct Strip {
    let samples: YCbCrPicture
    /// The position of the first sample in the picture.
    let origin: (x: Int, y: Int)
    /// The rows of the picture to be used now, in order from the top of the region to its end. Chroma above and below
    /// them is available, unless the picture ends.
    let rows: Range<Int>
  }

  /// Decodes the region and calls `body` with its strips, from the top.
  ///
  /// - Parameter allowsMissing: whether damaged or missing tiles become gray.
  /// - Returns: the number of these tiles.
  /// - Precondition: there is at least one tile, and the last row and column of tiles overlap the picture.
  func decode(allowsMissing: Bool, _ body: (Strip) -> Void) throws(HEIFError) -> Int {
    if grid.tileCount == 1 {
      try decodeOnlyTile(body)
      return 0
    }
    try checkChroma()
    let (columns, rows) = neededTiles
    let left = columns.lowerBound * tileSize.width
    let rowsAtOnce = min(rows.count, max(1, (Self.tilesAtOnce + columns.count - 1) / columns.count))
    let canvas = StripCanvas(
      size: PixelSize(
        width: min(grid.size.width, columns.upperBound * tileSize.width) - left, height: rowsAtOnce * tileSize.height),
      parameters: parameters)

    var missing: [HEIFError] = []
    var next = region.minY
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
      let last = min(first + rowsAtOnce, rows.upperBound)
      for case let failure? in decode(rows: first..<last, columns, to: canvas, fillingMissing: allowsMissing) {
        guard allowsMissing, case .malformed = failure else { throw failure }
        missing.append(failure)
      }
      let start = first * tileSize.height
      let end = min(last * tileSize.height, grid.size.height)
      // The last row's chroma is halfway to the first of the next tiles.
      let isLast = last == rows.upperBound
      let usable = isLast ? region.maxY : min(region.maxY, end - (canvas.isHalvedVertically ? 1 : 0))
      if usable > next {
        let above = first == rows.lowerBound ? 0 : canvas.rowsKept
        let samples = canvas.picture(rows: -above..<end - start)
        body(Strip(samples: samples, origin: (left, start - above), rows: next..<usable))
        next = usable
      }
      canvas.keepLastRows(of: end - start)
    }
    if let failure = missing.first, missing.count == rows.count * columns.count { throw failure }
    return missing.count
  }

  /// The columns and rows of tiles with the samples for the region.
  private var neededTiles: (columns: Range<Int>, rows: Range<Int>) {
    let (isWide, isHigh) = ([1, 2].contains(parameters.chromaFormat), parameters.chromaFormat == 1)
    return (
      tiles(region.minX, region.maxX, grid.size.width, tileSize.width, isHalved: isWide),
      tiles(region.minY, region.maxY, grid.size.height, tileSize.height, isHalved: isHigh)
    )
  }

  /// Checks that no pair of pixels with a common chroma sample is divided between tiles.
  private func checkChroma() throws(HEIFError) {
    let dividesPairs = !tileSize.width.isMultiple(of: 2) || !tileSize.height.isMultiple(of: 2)
    guard !dividesPairs || parameters.chromaFormat == 0 || parameters.chromaFormat == 3 else {
      throw .unsupported("tiles of \(tileSize) pixels with halved chroma")
    }
  }

  /// Decodes a picture of one tile. The decoder's own planes are used without a copy.
  private func decodeOnlyTile(_ body: (Strip) -> Void) throws(HEIFError) {
    try PictureDecoder.decode(try tile(0)) { planes in
      let samples = YCbCrPicture(
        size: grid.size, chromaFormat: parameters.chromaFormat, depth: parameters.depth, luma: planes.luma,
        lumaStride: planes.lumaStride, cb: planes.cb ?? planes.luma, cr: planes.cr ?? planes.luma,
        chromaStride: planes.chromaStride)
      body(Strip(samples: samples, origin: (0, 0), rows: region.minY..<region.maxY))
    }
  }

  /// Decodes tiles to a canvas, on all cores.
  ///
  /// - Parameter fillsMissing: whether a tile that cannot be decoded becomes gray.
  /// - Returns: why a tile could not be decoded, row by row; nil for success.
  private func decode(
    rows: Range<Int>, _ columns: Range<Int>, to canvas: StripCanvas, fillingMissing fillsMissing: Bool
  ) -> [HEIFError?] {
    concurrentMap(rows.count * columns.count) { index -> HEIFError? in
      let (row, column) = (index / columns.count, index % columns.count)
      let origin = (x: column * tileSize.width, y: row * tileSize.height)
      do throws(HEIFError) {
        let coded = try tile((rows.lowerBound + row) * grid.columns + columns.lowerBound + column)
        try PictureDecoder.decode(coded) { canvas.copy($0, of: tileSize, to: origin) }
        return nil
      } catch {
        if fillsMissing { canvas.fill(tileSize, at: origin) }
        return error
      }
    }
  }

  /// Number of tiles that keep all cores busy.
  private static var tilesAtOnce: Int { max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The tiles with the samples for pixels `first..<end`, along one dimension.
  private func tiles(_ first: Int, _ end: Int, _ total: Int, _ side: Int, isHalved: Bool) -> Range<Int> {
    guard isHalved else { return first / side..<(end - 1) / side + 1 }
    // A pixel's chroma is interpolated between that of its pair and that of the neighbouring pair.
    let low = max(0, first.isMultiple(of: 2) ? first - 1 : first)
    let high = min(total - 1, end.isMultiple(of: 2) ? end : end - 1)
    return low / side..<high / side + 1
  }
}
