import Support

/// A y4m stream made by hand.
struct SyntheticY4M {
  var width: Int
  var height: Int
  var tags = "F30000:1001 Ip A1:1 C420jpeg"
  /// Each the planes Y', Cb and Cr, one after the other.
  var frames: [[UInt8]]

  var bytes: [UInt8] {
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) \(tags)\n".utf8)
    for frame in frames { bytes += Array("FRAME\n".utf8) + frame }
    return bytes
  }

  /// A frame of one colour.
  static func flat(_ color: (y: UInt8, cb: UInt8, cr: UInt8), luma: Int, chroma: Int) -> [UInt8] {
    [UInt8](repeating: color.y, count: luma) + [UInt8](repeating: color.cb, count: chroma)
      + [UInt8](repeating: color.cr, count: chroma)
  }

  /// 16 by 8 pixels of noise, 4:2:0.
  static func noise(frames count: Int, seed: UInt64) -> SyntheticY4M {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    let frames = (0..<count).map { _ in
      (0..<16 * 8 * 3 / 2).map { _ in UInt8.random(in: 16...235, using: &random) }
    }
    return SyntheticY4M(width: 16, height: 8, frames: frames)
  }
}

/// The conversion from Y'CbCr as ITU-R BT.601 and BT.709 write it, in real numbers.
func expectedRGB(
  _ color: (y: UInt8, cb: UInt8, cr: UInt8), isHighDefinition: Bool, isFullRange: Bool
) -> [Double] {
  let (kr, kb) = isHighDefinition ? (0.2126, 0.0722) : (0.299, 0.114)
  let y = isFullRange ? Double(color.y) / 255 : (Double(color.y) - 16) / 219
  let pb = (Double(color.cb) - 128) / (isFullRange ? 255 : 224)
  let pr = (Double(color.cr) - 128) / (isFullRange ? 255 : 224)
  let red = y + 2 * (1 - kr) * pr
  let blue = y + 2 * (1 - kb) * pb
  let green = (y - kr * red - kb * blue) / (1 - kr - kb)
  return [red, green, blue].map { min(255, max(0, $0 * 255)) }
}
