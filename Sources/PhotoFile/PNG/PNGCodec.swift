import CPNG
import Imaging
import Kernels

/// Codes and decodes PNG pictures with libpng and zlib.
enum PNGCodec {
  /// Decodes the requested part of a picture at the requested size, as `rgba8`, or `rgba16` if the file has 16 bits;
  /// with a description of its missing part, nil if it is complete.
  static func decode(
    _ bytes: [UInt8], chunks: PNGChunks, extent: ReadingExtent, colorSpace: ColorSpace, allowsIncomplete: Bool,
    file: String
  ) throws(PhotoFileError) -> (pixels: PixelBuffer, loss: String?) {
    let region = extent.region
    let is16Bit = chunks.bitDepth == 16
    let format: PixelFormat = is16Bit ? .rgba16 : .rgba8
    var request = cpng_request()
    (request.width, request.height) = (UInt32(extent.whole.width), UInt32(extent.whole.height))
    (request.x, request.y) = (UInt32(region.x), UInt32(region.y))
    (request.columns, request.rows) = (UInt32(region.width), UInt32(region.height))
    request.is_16_bit = is16Bit
    request.allows_incomplete = allowsIncomplete
    var outcome = cpng_outcome()
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_LENGTH))
    let pixels = try PixelBuffer(
      size: region.size, format: format, colorSpace: colorSpace, alphaType: chunks.hasAlpha ? .straight : .opaque
    ) { rows throws(PhotoFileError) in
      if allowsIncomplete { fill(rows, isOpaque: !chunks.hasAlpha, alphaBytes: is16Bit ? 2 : 1) }
      let status = bytes.withUnsafeBufferPointer { data in
        cpng_decode(
          data.baseAddress, data.count, &request, rows.baseAddress?.assumingMemoryBound(to: UInt8.self),
          region.width * format.bytesPerPixel, &outcome, &message)
      }
      switch status {
      case CPNG_OK: return
      case CPNG_MALFORMED: throw .malformed(file: file, reason: String(cText: message))
      default: throw .limitExceeded(file: file, reason: String(cText: message))
      }
    }
    let loss =
      outcome.is_incomplete
      ? MissingRows.description(
        String(cText: message), complete: Int(outcome.complete_rows), of: extent.whole.height) : nil
    guard extent.isReduced else { return (pixels, loss) }
    let reduction = AreaReduction(from: region.size, to: extent.size, of: format, alphaType: pixels.alphaType)
    return (reduction.reduced(pixels), loss)
  }

  /// Gray, or transparent: the value of missing pixels.
  private static func fill(_ rows: UnsafeMutableRawBufferPointer, isOpaque: Bool, alphaBytes: Int) {
    guard isOpaque else {
      rows.initializeMemory(as: UInt8.self, repeating: 0)
      return
    }
    rows.initializeMemory(as: UInt8.self, repeating: 0x80)
    let pixelBytes = 4 * alphaBytes
    for start in stride(from: pixelBytes - alphaBytes, to: rows.count, by: pixelBytes) {
      for offset in 0..<alphaBytes { rows[start + offset] = 0xFF }
    }
  }

  /// A chunk to write between the header and the pixels.
  struct Chunk {
    let name: StaticString
    let data: [UInt8]
  }

  /// A file of `l8`, `l16`, `rgba8` or `rgba16`; an opaque picture is written without alpha.
  static func encode(_ pixels: PixelBuffer, chunks: [Chunk]) throws(PhotoFileError) -> [UInt8] {
    // All chunks in one buffer, so that libpng can be given pointers into it.
    let contents = chunks.flatMap(\.data)
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_LENGTH))
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = contents.withUnsafeBufferPointer { contents in
      var position = 0
      let list = chunks.map { chunk in
        let name = chunk.name.utf8Start
        defer { position += chunk.data.count }
        return cpng_chunk(
          type: (CChar(name[0]), CChar(name[1]), CChar(name[2]), CChar(name[3])),
          data: contents.baseAddress.map { $0 + position }, count: chunk.data.count)
      }
      return pixels.withUnsafeBytes { rows in
        cpng_encode(
          rows.baseAddress?.assumingMemoryBound(to: UInt8.self), pixels.rowBytes, UInt32(pixels.width),
          UInt32(pixels.height), Int32(pixels.format.componentCount), pixels.format.bitsPerComponent == 16,
          pixels.alphaType != .opaque, list, list.count, &data, &count, &message)
      }
    }
    defer { cpng_release(data) }
    guard status == CPNG_OK, let data else { throw .encodingFailed(format: .png, reason: String(cText: message)) }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }

  static func deflate(_ bytes: [UInt8]) throws(PhotoFileError) -> [UInt8] {
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = bytes.withUnsafeBufferPointer { cpng_deflate($0.baseAddress, $0.count, &data, &count) }
    defer { cpng_release(data) }
    guard status == CPNG_OK, let data else { throw .encodingFailed(format: .png, reason: "out of memory") }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }

  /// The decompressed content of a zlib stream; nil if it is damaged.
  static func inflate(
    _ bytes: ArraySlice<UInt8>, limit: Int, _ name: StaticString, what: String, file: String
  ) throws(PhotoFileError) -> [UInt8]? {
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = bytes.withUnsafeBufferPointer { cpng_inflate($0.baseAddress, $0.count, limit, &data, &count) }
    defer { cpng_release(data) }
    switch status {
    case CPNG_OK: return Array(UnsafeBufferPointer(start: data, count: count))
    case CPNG_MALFORMED: return nil
    default:
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("its \(what) unpacks to more bytes", limit, name))
    }
  }
}
