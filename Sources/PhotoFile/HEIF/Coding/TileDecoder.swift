import Imaging
import Kernels

/// Decodes the tiles of a picture on all cores into one set of planes.
struct TileDecoder {
  let grid: TileGrid
  let tileSize: PixelSize
  /// As many as the grid has; all of one chroma format and depth.
  let tiles: [CodedPicture]

  /// - Precondition: there is at least one tile, all are of `tileSize`, and the last row and column reach into the grid.
  func decode() throws(HEIFFault) -> YCbCrPicture {
    let parameters = tiles[0].configuration.parameters
    let bytesPerSample = parameters.depth > 8 ? 2 : 1
    let chroma = YCbCrPicture.chromaSize(of: grid.size, chromaFormat: parameters.chromaFormat)
    var faults: [HEIFFault?] = []
    // Every sample is written by exactly one tile, unless an error is thrown below.
    var cb: [UInt8] = []
    var cr: [UInt8] = []
    let luma = Self.plane(grid.size, bytesPerSample) { luma in
      cb = Self.plane(chroma, bytesPerSample) { cb in
        cr = Self.plane(chroma, bytesPerSample) { cr in
          let canvas = Canvas(luma: luma, cb: cb, cr: cr, bytesPerSample: bytesPerSample, chromaSize: chroma)
          faults = concurrentMap(tiles.count) { index in
            do throws(HEIFFault) {
              try PictureDecoder.decode(tiles[index]) { copy($0, ofTile: index, to: canvas) }
              return nil
            } catch {
              return error
            }
          }
        }
      }
    }
    for case let fault? in faults { throw fault }
    return YCbCrPicture(
      size: grid.size, chromaFormat: parameters.chromaFormat, depth: parameters.depth,
      codePoints: parameters.codePoints,
      luma: luma, cb: cb, cr: cr)
  }

  /// The planes that are filled: each tile writes its own part.
  private struct Canvas: @unchecked Sendable {
    let luma: UnsafeMutableRawPointer
    let cb: UnsafeMutableRawPointer
    let cr: UnsafeMutableRawPointer
    let bytesPerSample: Int
    let chromaSize: PixelSize
  }

  private static func plane(
    _ size: PixelSize, _ bytesPerSample: Int, fill: (UnsafeMutableRawPointer) -> Void
  ) -> [UInt8] {
    let count = size.area * bytesPerSample
    // One byte more, so that the planes of a gray picture have an address too.
    return [UInt8](unsafeUninitializedCapacity: count + 1) { storage, initializedCount in
      guard let address = storage.baseAddress else { return }
      fill(UnsafeMutableRawPointer(address))
      initializedCount = count
    }
  }

  private func copy(_ planes: PictureDecoder.Planes, ofTile index: Int, to canvas: Canvas) {
    let origin = grid.origin(ofTile: index, tileSize: tileSize)
    copy(planes.luma, planes.lumaStride, tileSize, to: canvas.luma, grid.size, at: origin, canvas.bytesPerSample)
    guard let cb = planes.cb, let cr = planes.cr, canvas.chromaSize.width > 0 else { return }
    let format = tiles[0].configuration.parameters.chromaFormat
    let tile = YCbCrPicture.chromaSize(of: tileSize, chromaFormat: format)
    let start = grid.origin(ofTile: index, tileSize: tile)
    copy(cb, planes.chromaStride, tile, to: canvas.cb, canvas.chromaSize, at: start, canvas.bytesPerSample)
    copy(cr, planes.chromaStride, tile, to: canvas.cr, canvas.chromaSize, at: start, canvas.bytesPerSample)
  }

  private func copy(
    _ source: UnsafeRawPointer, _ stride: Int, _ tile: PixelSize, to target: UnsafeMutableRawPointer,
    _ size: PixelSize, at origin: (x: Int, y: Int), _ bytesPerSample: Int
  ) {
    let width = min(tile.width, size.width - origin.x)
    guard width > 0 else { return }
    for y in 0..<max(0, min(tile.height, size.height - origin.y)) {
      let offset = ((origin.y + y) * size.width + origin.x) * bytesPerSample
      (target + offset).copyMemory(from: source + y * stride, byteCount: width * bytesPerSample)
    }
  }
}
