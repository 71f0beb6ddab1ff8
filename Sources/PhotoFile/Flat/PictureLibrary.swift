import CPictureCodecs
import Imaging

/// A library for reading or writing one format, opened on first use.
enum PictureLibrary {
  case webP
  case tiff
  case jpegXL
  case gif
  case raw

  private var package: String {
    switch self {
    case .webP: "libwebp7"
    case .tiff: "libtiff6"
    case .jpegXL: "libjxl0.7"
    case .gif: "libgif7"
    case .raw: "libraw20"
    }
  }

  private var name: String {
    switch self {
    case .webP: "WebP"
    case .tiff: "TIFF"
    case .jpegXL: "JPEG XL"
    case .gif: "GIF"
    case .raw: "RAW"
    }
  }

  /// The library's name and version; throws if it is missing.
  private func version(_ message: inout cpic_message) -> String? {
    switch self {
    case .webP:
      var number: Int32 = 0
      guard cpic_webp_version(&number, &message) == CPIC_OK else { return nil }
      return "libwebp \(number >> 16).\(number >> 8 & 255).\(number & 255)"
    case .tiff: return text("libtiff", &message, cpic_tiff_version)
    case .jpegXL:
      var number: Int32 = 0
      guard cpic_jxl_version(&number, &message) == CPIC_OK else { return nil }
      return "libjxl \(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    case .gif: return text("giflib", &message, cpic_gif_version)
    case .raw: return text("libraw", &message, cpic_raw_version)
    }
  }

  private func text(
    _ name: String, _ message: inout cpic_message,
    _ version: (UnsafeMutablePointer<CChar>, UnsafeMutablePointer<cpic_message>) -> cpic_status
  ) -> String? {
    var words = [CChar](repeating: 0, count: 32)
    guard version(&words, &message) == CPIC_OK else { return nil }
    return "\(name) \(String(cText: words))"
  }

  /// The description of the library for `mattetool doctor`.
  var codec: PhotoCodec {
    var message = cpic_message()
    if let version = version(&message) { return PhotoCodec(name: name, isAvailable: true, detail: version) }
    return PhotoCodec(
      name: name, isAvailable: false, detail: "\(message.description): install Debian's \(package)")
  }

  /// Throws the error for the status of a call that reads a file, unless it is success.
  func check(_ status: cpic_status, _ message: cpic_message, file: String) throws(PhotoFileError) {
    switch status {
    case CPIC_OK: return
    case CPIC_MISSING: throw missing
    case CPIC_MALFORMED: throw .malformed(file: file, reason: message.description)
    case CPIC_UNSUPPORTED: throw .unsupported(file: file, reason: message.description)
    default: throw .limitExceeded(file: file, reason: message.description)
    }
  }

  /// Throws the error for the status of a call that codes a picture, unless it is success.
  func check(_ status: cpic_status, _ message: cpic_message, writing format: PhotoFormat) throws(PhotoFileError) {
    switch status {
    case CPIC_OK: return
    case CPIC_MISSING: throw missing
    default: throw .encodingFailed(format: format, reason: message.description)
    }
  }

  private var missing: PhotoFileError {
    .codecMissing(codec: name, advice: "install its library (Debian: \(package)); `mattetool doctor` lists all")
  }
}

extension cpic_message {
  /// The text.
  var description: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension cpic_data {
  /// The bytes, whose original is released; nil for none.
  mutating func take() -> [UInt8]? {
    defer { cpic_release(&self) }
    guard let bytes else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
