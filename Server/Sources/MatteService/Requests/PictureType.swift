/// The media type of a file, by its first bytes.
enum PictureType: String, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case tiff = "image/tiff"
  case jpegXL = "image/jxl"
  case heic = "image/heic"
  case avif = "image/avif"
  case gif = "image/gif"
  case unknown = "application/octet-stream"

  /// - Parameter start: the first 12 bytes or more.
  init(start: [UInt8]) {
    func holds(_ text: String, at place: Int = 0) -> Bool {
      start.count >= place + text.utf8.count && start[place...].starts(with: text.utf8)
    }
    self =
      if start.starts(with: [0xff, 0xd8, 0xff]) {
        .jpeg
      } else if holds("PNG", at: 1) {
        .png
      } else if holds("RIFF"), holds("WEBP", at: 8) {
        .webp
      } else if holds("II*\0") || holds("MM\0*") {
        .tiff
      } else if start.starts(with: [0xff, 0x0a]) || holds("JXL ", at: 4) {
        .jpegXL
      } else if holds("ftypavif", at: 4) || holds("ftypavis", at: 4) {
        .avif
      } else if holds("ftyp", at: 4) {
        .heic
      } else if holds("GIF8") {
        .gif
      } else {
        .unknown
      }
  }

  /// The usual ending of a file's name, without a dot.
  var pathExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    case .tiff: "tif"
    case .jpegXL: "jxl"
    case .heic: "heic"
    case .avif: "avif"
    case .gif: "gif"
    case .unknown: "bin"
    }
  }
}
