import Imaging
import Kernels

/// Makes the reduced versions of a picture in its file.
enum ReducedPicture {
  /// The picture with a longer side of at most `longSide` pixels.
  static func pixels(_ pixels: PixelBuffer, longSide: Int) -> PixelBuffer {
    let longest = max(pixels.width, pixels.height)
    guard longSide < longest, longSide > 0 else { return pixels }
    func scaled(_ side: Int) -> Int { max(1, (2 * side * longSide + longest) / (2 * longest)) }
    let source = pixels.format.bitsPerComponent > 16 ? EncodablePixels.opaqueEightBit(pixels) : pixels
    let reduction = AreaReduction(
      from: source.size, to: PixelSize(width: scaled(source.width), height: scaled(source.height)), of: source.format,
      alphaType: source.alphaType)
    return reduction.reduced(source)
  }

  /// A reduced picture for JPEG: opaque, 8 bits, standard range.
  private static func eightBit(_ pixels: PixelBuffer, longSide: Int) -> PixelBuffer {
    EncodablePixels.opaqueEightBit(self.pixels(pixels, longSide: longSide).inStandardRange)
  }

  /// The picture as a bare JPEG in no more bytes than an older one, which gives its size; nil if that is too little.
  static func jpeg(of pixels: PixelBuffer, inPlaceOf older: [UInt8]) -> [UInt8]? {
    guard let picture = try? JPEGPicture(older, file: "") else { return nil }
    let size = picture.frame.size
    let small = eightBit(pixels, longSide: max(size.width, size.height))
    for quality in [85, 70, 55, 40, 25] {
      if let bytes = try? JPEGCodec.encode(small, quality: quality), bytes.count <= older.count { return bytes }
    }
    return nil
  }

  /// The picture as a bare JPEG of the size of another.
  static func preview(of pixels: PixelBuffer, inPlaceOf older: JPEGPicture) throws(PhotoFileError) -> JPEGPicture {
    let size = older.frame.size
    let small = eightBit(pixels, longSide: max(size.width, size.height))
    return try JPEGPicture(try JPEGCodec.encode(small, quality: 85), file: "the preview")
  }
}
