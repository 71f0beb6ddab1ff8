import Imaging

/// Decoded samples of a video codec: luma and two subsampled chroma planes. They belong to a decoder, and are valid
/// during the call of `body`.
struct YCbCrPicture {
  /// The columns and rows of luma.
  let size: PixelSize
  /// 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  let chromaFormat: Int
  /// Bits of a sample: up to 8 are stored in a byte each, more in two.
  let depth: Int
  let luma: UnsafeRawPointer
  /// The distance from a row of luma to the next, in bytes.
  let lumaStride: Int
  /// Without meaning in a gray picture.
  let cb: UnsafeRawPointer
  let cr: UnsafeRawPointer
  let chromaStride: Int

  var bytesPerSample: Int { depth > 8 ? 2 : 1 }
  /// The columns and rows of a chroma plane; zero in a gray picture.
  var chromaSize: PixelSize { Self.chromaSize(of: size, chromaFormat: chromaFormat) }

  static func chromaSize(of size: PixelSize, chromaFormat: Int) -> PixelSize {
    switch chromaFormat {
    case 1: size.half
    case 2: PixelSize(width: size.half.width, height: size.height)
    case 3: size
    default: PixelSize(width: 0, height: 0)
    }
  }
}
