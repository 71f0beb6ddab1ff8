/// The media types of written files, as registered by IANA.
enum MediaType {
  /// - Parameter pathExtension: in any case; nil for none.
  static func name(ofExtension pathExtension: String?) -> String {
    switch pathExtension?.lowercased() {
    case "heic", "heif": "image/heic"
    case "avif": "image/avif"
    case "jpg", "jpeg", "jpe": "image/jpeg"
    case "png": "image/png"
    case "webp": "image/webp"
    case "tif", "tiff": "image/tiff"
    case "jxl": "image/jxl"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
