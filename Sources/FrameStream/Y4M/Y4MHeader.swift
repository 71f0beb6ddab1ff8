import Imaging

/// The first line of a y4m stream (the man page `yuv4mpeg(5)` of mjpegtools).
struct Y4MHeader: Sendable, Hashable {
  var size: PixelSize
  /// 25 if the stream states that it is unknown.
  var frameRate: FrameRate = 25
  var chroma: Y4MChroma
  /// Whether samples use 0...255 rather than 16...235.
  var isFullRange: Bool
  /// Square if the stream states that it is unknown.
  var pixelAspectRatio = PixelAspectRatio.square
  /// Whether frames hold two fields, or some of them do.
  var isInterlaced = false

  /// Bytes of one frame.
  var frameByteCount: Int { size.area + 2 * chroma.planeSize(of: size).area }

  /// - Throws: ``FrameStreamError`` if `line` is not a valid header, or states something unsupported.
  init(line: [UInt8], name: String) throws(FrameStreamError) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.first == "YUV4MPEG2" else {
      throw .notVideo(file: name, reason: "a y4m stream begins with YUV4MPEG2")
    }
    var (width, height) = (0, 0)
    var colors = "420"
    var range: String?

    for word in words.dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "C": colors = value
      case "I": isInterlaced = ["t", "b", "m"].contains(value)
      case "A":
        if let ratio = Self.ratio(value), ratio.0 > 0, ratio.1 > 0 {
          pixelAspectRatio = PixelAspectRatio(horizontalSpacing: ratio.0, verticalSpacing: ratio.1)
        }
      case "F":
        guard let rate = Self.ratio(value) else { throw .malformed(file: name, reason: "\(value) is not a frame rate") }
        if rate.0 > 0, rate.1 > 0 { frameRate = FrameRate(numerator: rate.0, denominator: rate.1) }
      case "X" where value.hasPrefix("COLORRANGE="): range = String(value.dropFirst(11))
      default: break
      }
    }
    guard width > 0, height > 0 else {
      throw .malformed(file: name, reason: "its header does not give a size")
    }
    guard width <= Self.pixelLimit, height <= Self.pixelLimit / width else {
      throw .limitExceeded(file: name, reason: "frames of \(width)x\(height) pixels")
    }
    guard let chroma = Y4MChroma(y4mName: colors) else {
      throw .unsupported(
        file: name,
        reason: "its colours are C\(colors); 8-bit 420, 422, 444 and mono are read (ffmpeg -pix_fmt yuv420p)")
    }
    size = PixelSize(width: width, height: height)
    self.chroma = chroma
    isFullRange = range.map { $0 == "FULL" } ?? (chroma == .monochrome)
  }

  /// Two numbers from 0 with a colon between; an unknown ratio is 0:0.
  private static func ratio(_ text: String) -> (Int32, Int32)? {
    let parts = text.split(separator: ":").map { Int32($0) ?? -1 }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 0 }) else { return nil }
    return (parts[0], parts[1])
  }

  static let pixelLimit = 150_000_000
}
