import CJPEG
import Imaging

/// JPEG's compression itself, by libjpeg.
enum JPEGCodec {
  /// Progressive files have about ten scans.
  private static let maximumScans = 100

  /// The picture whose first marker stands at `start`.
  static func decode(
    _ bytes: [UInt8], at start: Int, size: PixelSize, format: PixelFormat, colorSpace: ColorSpace, file: String
  ) throws(PhotoFileError) -> PixelBuffer {
    let layout = format == .l8 ? CJPEG_GRAY : CJPEG_RGBA
    return try PixelBuffer(size: size, format: format, colorSpace: colorSpace) { rows throws(PhotoFileError) in
      var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_LENGTH))
      let status = bytes.withUnsafeBufferPointer { data in
        cjpeg_decode(
          data.baseAddress.map { $0 + start }, data.count - start, UInt32(size.width), UInt32(size.height), layout,
          rows.baseAddress?.assumingMemoryBound(to: UInt8.self), size.width * format.bytesPerPixel,
          Int32(maximumScans), &message)
      }
      guard status != CJPEG_OK else { return }
      let reason = text(message)
      switch status {
      case CJPEG_UNSUPPORTED: throw .unsupported(file: file, reason: reason)
      case CJPEG_TOO_MANY_SCANS, CJPEG_OUT_OF_MEMORY: throw .limitExceeded(file: file, reason: reason)
      default: throw .malformed(file: file, reason: reason)
      }
    }
  }

  /// A baseline picture without APPn segments, from `l8` or `rgba8`; alpha is left out.
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
    guard status == CJPEG_OK, let data else { throw .encodingFailed(format: .jpeg, reason: text(message)) }
    return Array(UnsafeBufferPointer(start: data, count: count))
  }

  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
