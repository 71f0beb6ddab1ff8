import CJPEG
import Imaging
import Kernels

/// Codes and decodes JPEG pictures with libjpeg.
enum JPEGCodec {
  /// A decoded picture, and its missing part.
  struct Decoded: Sendable {
    var pixels: PixelBuffer
    /// A description for people; nil if nothing was missing.
    var loss: String?
  }

  /// Decodes the requested part of a picture at the requested size.
  ///
  /// - Parameters:
  ///   - start: where the picture's first marker stands.
  ///   - inks: the profile of a picture in CMYK; nil to convert without one.
  ///   - allowsIncomplete: whether a damaged picture is decoded with its missing part in gray, instead of an error.
  static func decode(
    _ bytes: [UInt8], at start: Int = 0, extent: ReadingExtent, format: PixelFormat, colorSpace: ColorSpace,
    inks: CMYKProfile? = nil, allowsIncomplete: Bool, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) -> Decoded {
    let eighths = eighths(for: extent)
    let part = scaled(extent, by: eighths)
    var request = request(for: part, of: extent.whole, eighths: eighths)
    request.layout = format == .l8 ? CJPEG_GRAY : inks != nil ? CJPEG_CMYK : CJPEG_RGBA
    request.maximum_scans = Int32(clamping: limits.scans)
    request.allows_incomplete = allowsIncomplete
    var outcome = cjpeg_outcome()
    var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_LENGTH))
    let pixels = try PixelBuffer(
      size: part.size, format: format, colorSpace: colorSpace
    ) { rows throws(PhotoFileError) in
      let status = bytes.withUnsafeBufferPointer { data in
        cjpeg_decode(
          data.baseAddress.map { $0 + start }, data.count - start, &request,
          rows.baseAddress?.assumingMemoryBound(to: UInt8.self), part.width * format.bytesPerPixel, &outcome, &message)
      }
      guard status == CJPEG_OK else { throw failure(status, String(cText: message), limits: limits, file: file) }
      inks?.convert(rows, pixelsPerRow: part.width)
    }
    let loss =
      outcome.is_incomplete
      ? loss(String(cText: message), rows: Int(outcome.complete_rows) * 8 / eighths, of: extent.whole.height) : nil
    guard pixels.size != extent.size else { return Decoded(pixels: pixels, loss: loss) }
    let reduction = AreaReduction(
      from: pixels.size, to: extent.size, of: format, alphaType: .opaque,
      scale: (original: extent.region.size, numerator: eighths, denominator: 8))
    return Decoded(pixels: reduction.reduced(pixels), loss: loss)
  }

  /// A request for a part of a picture at a scale.
  private static func request(for part: PixelRect, of whole: PixelSize, eighths: Int) -> cjpeg_request {
    var request = cjpeg_request()
    (request.width, request.height) = (UInt32(whole.width), UInt32(whole.height))
    (request.x, request.y) = (UInt32(part.x), UInt32(part.y))
    (request.columns, request.rows) = (UInt32(part.width), UInt32(part.height))
    request.eighths = UInt32(eighths)
    return request
  }

  private static func failure(
    _ status: cjpeg_status, _ reason: String, limits: ReadingLimits, file: String
  ) -> PhotoFileError {
    switch status {
    case CJPEG_UNSUPPORTED: .unsupported(file: file, reason: reason)
    case CJPEG_TOO_MANY_SCANS:
      .limitExceeded(file: file, reason: ReadingLimits.refusal("more scans", limits.scans, "scans"))
    case CJPEG_OUT_OF_MEMORY: .limitExceeded(file: file, reason: reason)
    default: .malformed(file: file, reason: reason)
    }
  }

  private static func loss(_ reason: String, rows: Int, of height: Int) -> String {
    guard rows < height else { return "the picture is incomplete and lacks detail (\(reason))" }
    return MissingRows.description(reason, complete: rows, of: height)
  }

  /// The smallest of libjpeg's scales that gives at least the requested size, with the region on whole pixels.
  private static func eighths(for extent: ReadingExtent) -> Int {
    guard extent.isReduced else { return 8 }
    let (region, whole) = (extent.region, extent.whole)
    func isWhole(_ edge: Int, _ end: Int, _ scale: Int) -> Bool { edge == end || (edge * scale).isMultiple(of: 8) }
    return (1..<8).first { scale in
      let part = scaled(extent, by: scale)
      return part.width >= extent.size.width && part.height >= extent.size.height
        && isWhole(region.minX, 0, scale) && isWhole(region.minY, 0, scale)
        && isWhole(region.maxX, whole.width, scale) && isWhole(region.maxY, whole.height, scale)
    } ?? 8
  }

  /// The region at a scale, at which libjpeg rounds columns and rows up.
  private static func scaled(_ extent: ReadingExtent, by eighths: Int) -> PixelRect {
    let region = extent.region
    func up(_ value: Int) -> Int { (value * eighths + 7) / 8 }
    let (x, y) = (region.minX * eighths / 8, region.minY * eighths / 8)
    return PixelRect(x: x, y: y, width: up(region.maxX) - x, height: up(region.maxY) - y)
  }

  /// A baseline picture without APPn segments, from `l8` or `rgba8`; alpha is dropped.
  ///
  /// - Parameter quality: libjpeg's, `1...100`.
  static func encode(_ pixels: PixelBuffer, quality: Int) throws(PhotoFileError) -> [UInt8] {
    let isGray = pixels.format == .l8
    var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_LENGTH))
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = pixels.withUnsafeBytes { rows in
      cjpeg_encode(
        rows.baseAddress?.assumingMemoryBound(to: UInt8.self), pixels.rowBytes, UInt32(pixels.width),
        UInt32(pixels.height), isGray ? CJPEG_GRAY : CJPEG_RGBA, Int32(quality), isGray, &data, &count, &message)
    }
    defer { cjpeg_release(data) }
    guard status == CJPEG_OK, let data else { throw .encodingFailed(format: .jpeg, reason: String(cText: message)) }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }
}
