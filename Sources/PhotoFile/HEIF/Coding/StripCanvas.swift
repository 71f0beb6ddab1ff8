import Imaging

/// The planes into which some rows of tiles are decoded, and the last rows of the previous tiles.
///
/// Several threads may write to it at once, each its own tile.
final class StripCanvas: @unchecked Sendable {
  /// The rows above the first that can be kept: a pair if chroma is interpolated between rows.
  let rowsKept: Int
  let isHalvedVertically: Bool

  private let size: PixelSize
  private let chromaFormat: Int
  private let depth: Int
  private let bytesPerSample: Int
  private let chromaSize: PixelSize
  private let chromaRowsKept: Int
  /// Luma, Cb and Cr, each with its kept rows first.
  private let planes: [UnsafeMutableRawPointer]

  /// - Parameter size: the size of the tiles together, clipped to the picture.
  init(size: PixelSize, parameters: PictureParameters) {
    self.size = size
    chromaFormat = parameters.chromaFormat
    depth = parameters.depth
    bytesPerSample = depth > 8 ? 2 : 1
    isHalvedVertically = chromaFormat == 1
    rowsKept = isHalvedVertically ? 2 : 0
    chromaRowsKept = isHalvedVertically ? 1 : 0
    chromaSize = YCbCrPicture.chromaSize(of: size, chromaFormat: chromaFormat)
    let counts = [
      size.width * (size.height + rowsKept), chromaSize.width * (chromaSize.height + chromaRowsKept),
      chromaSize.width * (chromaSize.height + chromaRowsKept),
    ]
    let bytesPerSample = bytesPerSample
    planes = counts.map { .allocate(byteCount: max(1, $0 * bytesPerSample), alignment: 64) }
  }

  deinit { for plane in planes { plane.deallocate() } }

  private func plane(_ index: Int) -> (first: UnsafeMutableRawPointer, size: PixelSize, stride: Int) {
    let size = index == 0 ? self.size : chromaSize
    let stride = size.width * bytesPerSample
    return (planes[index] + (index == 0 ? rowsKept : chromaRowsKept) * stride, size, stride)
  }

  /// Copies a decoded tile, clipped to the canvas.
  func copy(_ decoded: PictureDecoder.Planes, of tileSize: PixelSize, to origin: (x: Int, y: Int)) {
    let sources = [
      (decoded.luma, decoded.lumaStride), (decoded.cb, decoded.chromaStride), (decoded.cr, decoded.chromaStride),
    ]
    for (index, (source, stride)) in sources.enumerated() {
      guard let source else { continue }
      forEachRow(of: tileSize, at: origin, plane: index) { row, target, byteCount in
        target.copyMemory(from: source + row * stride, byteCount: byteCount)
      }
    }
  }

  /// Makes a tile gray.
  func fill(_ tileSize: PixelSize, at origin: (x: Int, y: Int)) {
    for index in planes.indices {
      forEachRow(of: tileSize, at: origin, plane: index) { _, target, byteCount in
        if bytesPerSample == 1 {
          target.initializeMemory(as: UInt8.self, repeating: 0x80, count: byteCount)
        } else {
          target.initializeMemory(as: UInt16.self, repeating: 1 << (depth - 1), count: byteCount / 2)
        }
      }
    }
  }

  private func forEachRow(
    of tileSize: PixelSize, at origin: (x: Int, y: Int), plane index: Int,
    _ body: (_ row: Int, _ target: UnsafeMutableRawPointer, _ byteCount: Int) -> Void
  ) {
    let (first, size, stride) = plane(index)
    let isChroma = index > 0
    let tile = isChroma ? YCbCrPicture.chromaSize(of: tileSize, chromaFormat: chromaFormat) : tileSize
    let x = isChroma && chromaFormat < 3 ? origin.x / 2 : origin.x
    let y = isChroma && chromaFormat == 1 ? origin.y / 2 : origin.y
    let width = min(tile.width, size.width - x)
    guard width > 0 else { return }
    for row in 0..<max(0, min(tile.height, size.height - y)) {
      body(row, first + (y + row) * stride + x * bytesPerSample, width * bytesPerSample)
    }
  }

  /// The samples of some rows; those above the first have negative numbers.
  func picture(rows: Range<Int>) -> YCbCrPicture {
    let luma = plane(0)
    let (cb, cr) = (plane(1), plane(2))
    let chromaRow = isHalvedVertically ? rows.lowerBound / 2 : rows.lowerBound
    return YCbCrPicture(
      size: PixelSize(width: size.width, height: rows.count), chromaFormat: chromaFormat, depth: depth,
      luma: luma.first + rows.lowerBound * luma.stride, lumaStride: luma.stride,
      cb: cb.first + chromaRow * cb.stride, cr: cr.first + chromaRow * cr.stride, chromaStride: cb.stride)
  }

  /// Moves the last of `count` rows above the first, before they are overwritten.
  func keepLastRows(of count: Int) {
    guard rowsKept > 0, count >= rowsKept else { return }
    for index in planes.indices {
      let (first, _, stride) = plane(index)
      let kept = index == 0 ? rowsKept : chromaRowsKept
      let rows = index == 0 ? count : count / 2
      (first - kept * stride).copyMemory(from: first + (rows - kept) * stride, byteCount: kept * stride)
    }
  }
}
