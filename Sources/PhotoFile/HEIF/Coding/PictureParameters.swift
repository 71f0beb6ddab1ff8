import Imaging

/// The properties of a picture's samples that its coded headers state.
///
/// They are parsed before a decoder gets the picture: they, rather than the container, determine the memory of
/// decoding.
struct PictureParameters: Hashable {
  /// The size that a decoder hands out.
  let size: PixelSize
  /// The size including the padding of the last block.
  let codedSize: PixelSize
  /// 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4 (HEVC's `chroma_format_idc`).
  let chromaFormat: Int
  /// Bits of a sample.
  let depth: Int
  /// The matrix and range that the headers state.
  let codePoints: ColorCodePoints

  var isGray: Bool { chromaFormat == 0 }
  /// The size of each chroma plane; zero in a gray picture.
  var chromaSize: PixelSize { YCbCrPicture.chromaSize(of: size, chromaFormat: chromaFormat) }
}
