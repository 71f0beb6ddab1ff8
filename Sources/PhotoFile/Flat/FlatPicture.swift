import CPictureCodecs
import Imaging
import Kernels

/// Pixels of files that are decoded as a whole, and then cropped and reduced.
enum FlatPicture {
  /// The requested part of a picture within the limits. A reader calls this before it allocates anything.
  ///
  /// - Throws: `limitExceeded`, and `emptyRegion` if the requested region lies outside the picture.
  static func extent(
    of size: PixelSize, options: ReadingOptions, file: String
  ) throws(PhotoFileError) -> ReadingExtent {
    try options.limits.admit(size, file: file)
    try options.limits.admit(totalPixels: size.area, file: file)
    return try ReadingExtent(of: size, options: options, file: file)
  }

  /// A description of the frames that are not read; nil for a single frame.
  static func loss(ofFramesIn count: Int) -> String? {
    count > 1 ? "only the first of \(count) frames is read" : nil
  }

  /// The pictures of a file besides the one that is read, in words; none for a single picture.
  ///
  /// - Parameter noun: what they are, in the singular.
  static func furtherItems(_ count: Int, _ noun: String) -> [String] {
    count > 0 ? ["\(count) further \(noun)\(count == 1 ? "" : "s")"] : []
  }

  /// - Parameters:
  ///   - decode: writes rows of the whole picture, and returns the number of complete rows, from the top. If pictures
  ///     may be incomplete, the buffer is gray, or transparent, before.
  /// - Returns: the requested part, and a description of the picture's missing part; nil if it is complete.
  static func pixels(
    _ format: PixelFormat, colorSpace: ColorSpace, alphaType: AlphaType, extent: ReadingExtent, allowsIncomplete: Bool,
    decode: (cpic_rows) throws(PhotoFileError) -> Int
  ) throws(PhotoFileError) -> (pixels: PixelBuffer, loss: String?) {
    let size = extent.whole
    var complete = 0
    let whole = try PixelBuffer(
      size: size, format: format, colorSpace: colorSpace, alphaType: alphaType
    ) { target throws(PhotoFileError) in
      if allowsIncomplete { fill(target, format, isOpaque: alphaType == .opaque) }
      let rows = cpic_rows(
        bytes: target.baseAddress?.assumingMemoryBound(to: UInt8.self), row_bytes: size.width * format.bytesPerPixel)
      complete = try decode(rows)
    }
    let loss = complete < size.height ? "only the first \(complete) of \(size.height) rows are whole" : nil
    return (part(of: whole, extent: extent), loss)
  }

  private static func part(of whole: PixelBuffer, extent: ReadingExtent) -> PixelBuffer {
    if extent.isReduced {
      return AreaReduction(
        from: extent.region.size, to: extent.size, of: whole.format, alphaType: whole.alphaType
      ).reduced(whole, region: extent.region)
    }
    return extent.isWhole ? whole : whole.cropped(to: extent.region)
  }

  /// Gray, or transparent: the value of missing pixels.
  static func fill(_ rows: UnsafeMutableRawBufferPointer, _ format: PixelFormat, isOpaque: Bool) {
    guard isOpaque else {
      rows.initializeMemory(as: UInt8.self, repeating: 0)
      return
    }
    rows.initializeMemory(as: UInt8.self, repeating: 0x80)
    let alphaBytes = format.bitsPerComponent / 8
    for start in stride(from: 3 * alphaBytes, to: rows.count, by: 4 * alphaBytes) {
      for offset in 0..<alphaBytes { rows[start + offset] = 0xFF }
    }
  }

  /// Calls `body` with the samples of a picture of integers without premultiplied alpha.
  static func encode<Result>(
    _ pixels: PixelBuffer, _ body: (inout cpic_picture) throws(PhotoFileError) -> Result
  ) throws(PhotoFileError) -> Result {
    try pixels.withUnsafeBytes { rows throws(PhotoFileError) in
      var picture = cpic_picture(
        bytes: rows.baseAddress?.assumingMemoryBound(to: UInt8.self), row_bytes: pixels.rowBytes,
        width: UInt32(pixels.width), height: UInt32(pixels.height), components: Int32(pixels.format.componentCount),
        is_16_bit: pixels.format.bitsPerComponent == 16, has_alpha: pixels.alphaType != .opaque)
      return try body(&picture)
    }
  }
}
