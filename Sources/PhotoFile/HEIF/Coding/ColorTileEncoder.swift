import Imaging

/// Codes a colour picture as tiles, each converted to YCbCr by itself.
struct ColorTileEncoder {
  let pixels: PixelBuffer
  let grid: TileGrid
  let tileSize: PixelSize
  /// Settings of the kind `color`.
  let settings: CodingSettings

  /// Chooses the tiles for a picture.
  ///
  /// - Parameter quality: `0...1`.
  init(
    pixels: PixelBuffer, codec: PictureCodec, quality: Double, depth: Int = 8, speed: Int? = nil
  ) throws(PhotoFileError) {
    self.pixels = pixels
    let percent = Int((min(max(quality, 0), 1) * 100).rounded())
    settings = CodingSettings(codec: codec, content: .color(quality: percent), depth: depth, speed: speed)
    tileSize =
      switch codec {
      case .hevc: HEVCEncoder.tileSize(for: pixels.size)
      case .av1: AV1Encoder.tileSize(for: pixels.size)
      }
    grid = TileGrid(size: pixels.size, tileSize: tileSize)
    guard grid.rows <= 256, grid.columns <= 256 else {
      throw .encodingFailed(format: .heic, reason: "\(pixels.size) pixels are more than a grid of tiles can hold")
    }
  }

  /// Whether the picture is one coded picture, without a grid around it.
  var isCodedWhole: Bool { tileSize == pixels.size }

  /// Codes one tile. Beyond the picture's edge the last pixel is repeated.
  func encode(tile index: Int) throws(PhotoFileError) -> CodedPicture {
    let origin = grid.origin(ofTile: index, tileSize: tileSize)
    var picture = try PictureEncoder.encode(size: tileSize, settings: settings) { planes in
      if settings.depth > 8 {
        fill(planes, from: origin, as: UInt16.self)
      } else {
        fill(planes, from: origin, as: UInt8.self)
      }
    }
    if case .hevc(var configuration) = picture.configuration {
      do throws(HEIFError) {
        try configuration.declareMain10()
      } catch {
        throw .encodingFailed(format: .heic, reason: "x265 wrote parameter sets of an unknown structure: \(error)")
      }
      picture.configuration = .hevc(configuration)
    }
    return picture
  }

  private func fill<Sample: CodedSample>(
    _ planes: PicturePlanes, from origin: (x: Int, y: Int), as type: Sample.Type
  ) {
    guard let chroma = planes.chroma else { return }
    let filled = PixelSize(
      width: min(tileSize.width, pixels.width - origin.x), height: min(tileSize.height, pixels.height - origin.y))
    // Pairs of rows and columns are complete, even if the tile's last one is not.
    let width = (tileSize.width + 1) / 2 * 2
    let sampleBytes = MemoryLayout<Sample>.size
    pixels.withUnsafeBytes { source in
      withUnsafeTemporaryAllocation(of: Sample.self, capacity: 10 * width) { buffer in
        guard let source = source.baseAddress, let upper = buffer.baseAddress else { return }
        let lower = upper + 4 * width
        let luma = (upper: lower + 4 * width, lower: lower + 5 * width)
        for pair in 0..<(tileSize.height + 1) / 2 {
          for (row, y) in [(upper, 2 * pair), (lower, 2 * pair + 1)] {
            let start = (origin.y + min(y, filled.height - 1)) * pixels.rowBytes
            RGBARow.copy(
              source + start + origin.x * pixels.format.bytesPerPixel, format: pixels.format, count: filled.width,
              to: row, paddedTo: width)
          }
          Sample.encode(
            upper: upper, lower: lower, width: width, depth: settings.depth, luma: luma,
            cb: (chroma.cb + pair * chroma.stride).assumingMemoryBound(to: Sample.self),
            cr: (chroma.cr + pair * chroma.stride).assumingMemoryBound(to: Sample.self))
          for (row, y) in [(luma.upper, 2 * pair), (luma.lower, 2 * pair + 1)] where y < tileSize.height {
            (planes.luma + y * planes.lumaStride).copyMemory(from: row, byteCount: tileSize.width * sampleBytes)
          }
        }
      }
    }
  }
}
