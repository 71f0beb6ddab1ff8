import Imaging
import Kernels

/// Converts a picture's tiles to pixels as they are decoded: for a part of the picture, optionally reduced.
struct PictureRendering {
  /// The conversion of decoded samples.
  private enum Samples {
    case color(YCbCrConversion)
    /// The luma as it is.
    case gray8
    /// Full-range luma of 16 bits.
    case gray16(depth: Int)
  }

  private let picture: PictureItem
  private let region: PixelRect
  private let size: PixelSize
  private let format: PixelFormat
  private let samples: Samples

  /// - Parameters:
  ///   - region: a part of the coded picture.
  ///   - size: the size to which the part is reduced.
  ///   - asGray: whether a gray picture becomes one component. Its samples are then copied: they are not brightness, so
  ///     that a range does not apply.
  init(_ picture: PictureItem, region: PixelRect, size: PixelSize, asGray: Bool) throws(HEIFError) {
    self.picture = picture
    self.region = region
    self.size = size
    let parameters = picture.parameters
    if asGray, parameters.isGray {
      format = parameters.depth > 8 ? .l16 : .l8
      samples = parameters.depth > 8 ? .gray16(depth: parameters.depth) : .gray8
    } else {
      var points = parameters.codePoints
      for case .codePoints(let stated) in picture.colors { points = stated }
      let conversion = try YCbCrConversion(depth: parameters.depth, codePoints: points)
      format = conversion.format
      samples = .color(conversion)
    }
  }

  /// The pixels, and how many tiles were damaged and are gray.
  func pixels(
    from document: HEIFDocument, colorSpace: ColorSpace, allowsMissingTiles: Bool = false
  ) throws(HEIFError) -> (pixels: PixelBuffer, missingTiles: Int) {
    var missing = 0
    let pixels = try PixelBuffer(
      size: size, format: format, colorSpace: colorSpace
    ) { output throws(HEIFError) in
      guard let base = output.baseAddress else { return }
      let decoder = TileDecoder(
        grid: picture.grid, tileSize: picture.tileSize, parameters: picture.parameters, region: region
      ) { index throws(HEIFError) in
        CodedPicture(
          configuration: picture.configurations[index], data: try document.readData(of: picture.tileIDs[index]))
      }
      if size == region.size {
        missing = try decoder.decode(allowsMissing: allowsMissingTiles) { write($0, to: base) }
      } else {
        var reducer = StripReducer(
          reduction: AreaReduction(from: region.size, to: size, of: format, alphaType: .opaque), target: base,
          rowBytes: size.width * format.bytesPerPixel)
        missing = try decoder.decode(allowsMissing: allowsMissingTiles) { reduce($0, with: &reducer) }
      }
    }
    return (pixels, missing)
  }

  private func write(_ strip: TileDecoder.Strip, to base: UnsafeMutableRawPointer) {
    // Each row is written by one job.
    nonisolated(unsafe) let (strip, target) = (strip, base)
    let rowBytes = size.width * format.bytesPerPixel
    RowBands(height: strip.rows.count, minimumRows: 32).concurrentPerform { band in
      withScratch(for: strip) { scratch in
        for row in band {
          let y = strip.rows.lowerBound + row
          convert(strip, row: y, scratch: scratch, to: target + (y - region.minY) * rowBytes)
        }
      }
    }
  }

  private func reduce(_ strip: TileDecoder.Strip, with reducer: inout StripReducer) {
    nonisolated(unsafe) let strip = strip
    let rows = strip.rows.lowerBound - region.minY..<strip.rows.upperBound - region.minY
    reducer.add(rows) { (rows: Range<Int>, add: (Int, UnsafeRawPointer) -> Void) in
      withScratch(for: strip) { scratch in
        withUnsafeTemporaryAllocation(byteCount: region.width * format.bytesPerPixel, alignment: 16) { row in
          guard let base = row.baseAddress else { return }
          for y in rows {
            convert(strip, row: y + region.minY, scratch: scratch, to: base)
            add(y, base)
          }
        }
      }
    }
  }

  private func withScratch(for strip: TileDecoder.Strip, _ body: (UnsafeMutablePointer<Float>) -> Void) {
    let count = YCbCrConversion.scratchCount(for: strip.samples)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { scratch in
      if let base = scratch.baseAddress { body(base) }
    }
  }

  /// Writes the region's columns of a row of the picture.
  private func convert(
    _ strip: TileDecoder.Strip, row y: Int, scratch: UnsafeMutablePointer<Float>, to target: UnsafeMutableRawPointer
  ) {
    let row = y - strip.origin.y
    let first = region.minX - strip.origin.x
    let luma = strip.samples.luma + row * strip.samples.lumaStride + first * strip.samples.bytesPerSample
    switch samples {
    case .color(let conversion):
      conversion.convert(
        strip.samples, row: row, columns: first..<first + region.width, scratch: scratch, to: target)
    case .gray8: target.copyMemory(from: luma, byteCount: region.width)
    case .gray16(let depth):
      let (source, output) = (luma.assumingMemoryBound(to: UInt16.self), target.assumingMemoryBound(to: UInt16.self))
      let top = UInt32(1) << UInt32(depth) &- 1
      for x in 0..<region.width {
        output[x] = UInt16(truncatingIfNeeded: (min(UInt32(source[x]), top) &* 65_535 &+ top / 2) / top)
      }
    }
  }
}
