import Imaging
import Kernels

/// The luma of a picture, as codes are read from it: format `l8`, as stored.
enum LumaPlane {
  /// The luma of a frame. That of a movie is used unchanged: limited range has enough contrast.
  static func of(_ frame: Frame) -> PixelBuffer {
    if let picture = frame.picture as? YCbCrPicture, picture.layout.depth == 8 { return picture.luma }
    return of(frame.pixels)
  }

  /// The colour behind the transparent parts of a picture.
  enum Ground { case black, white }

  /// The luma of a picture. Transparent pixels count as white, because codes are printed on white, unless another
  /// ground is given.
  static func of(_ picture: PixelBuffer, on ground: Ground = .white) -> PixelBuffer {
    if picture.format == .l8 { return picture }
    if [.l16, .lFloat].contains(picture.format) { return picture.converted(to8Bit: .l8) }
    let pixels = picture.inStandardRange.converted(to8Bit: .rgba8)
    let (isOpaque, isPremultiplied) = (pixels.alphaType == .opaque, pixels.alphaType == .premultiplied)
    let (width, rowBytes) = (pixels.width, pixels.rowBytes)
    return PixelBuffer(size: pixels.size, format: .l8, colorSpace: .sRGB) { target in
      pixels.withUnsafeBytes { source in
        for y in 0..<pixels.height {
          guard let row = source.baseAddress.map({ ($0 + y * rowBytes).assumingMemoryBound(to: UInt8.self) }),
            let out = target.baseAddress.map({ ($0 + y * width).assumingMemoryBound(to: UInt8.self) })
          else { return }
          for x in 0..<width {
            let pixel = row + 4 &* x
            // At most 255 * 256, which 16 bits hold.
            let sum = 54 &* UInt16(pixel[0]) &+ 183 &* UInt16(pixel[1]) &+ 19 &* UInt16(pixel[2])
            out[x] = UInt8(truncatingIfNeeded: sum >> 8)
          }
          if isOpaque { continue }
          for x in 0..<width {
            let alpha = UInt32(row[4 &* x &+ 3])
            let luma = isPremultiplied ? UInt32(out[x]) : UInt32(out[x]) &* alpha / 255
            out[x] = UInt8(truncatingIfNeeded: min(255, ground == .white ? luma &+ 255 &- alpha : luma))
          }
        }
      }
    }
  }
}
