import CAOM
import Imaging

/// Codes single pictures with libaom, each with one thread, so that calls may run on all cores at once.
///
/// It is called directly, because Debian 12's libheif makes libaom abort on 10 bits (libheif issue 788).
enum AV1Encoder {
  /// libaom's speed for ``EncodingOptions/speed``.
  private static func speed(_ speed: Int?) -> Int32 {
    // Measured on 12 megapixels: speed 6 takes three times as long for 0.6 dB.
    Int32(min(max(speed ?? 8, 0), 9))
  }

  /// libaom's quantizer for a quality of `0...100`, as in libheif and libavif.
  private static func quantizer(_ quality: Int) -> Int32 { Int32(((100 - quality) * 63 + 50) / 100) }

  /// Tiles of twice this side would not be coded faster by two cores; those of half this side are a tenth larger in
  /// bytes.
  private static let longestTileSide = 1024

  /// The tiles for a picture: few and of nearly the same size, in multiples of 64.
  ///
  /// Small pictures are coded whole, at any size, and so are those of odd width or height: MIAF does not allow a grid
  /// with subsampled chroma for them (ISO/IEC 23000-22, 7.3.11.4.2). The limit is the size that libaom 3.6.0 codes
  /// correctly.
  static func tileSize(for size: PixelSize) -> PixelSize {
    let isOdd = size.width % 2 == 1 || size.height % 2 == 1
    let isCodable = max(size.width, size.height) <= 16_384 && size.area <= 8192 * 4352
    if max(size.width, size.height) <= longestTileSide || isOdd && isCodable { return size }
    func side(_ length: Int) -> Int {
      let count = (length + longestTileSide - 1) / longestTileSide
      return ((length + count - 1) / count + 63) / 64 * 64
    }
    return PixelSize(width: side(size.width), height: side(size.height))
  }

  /// Codes a picture of any size whose samples `fill` writes.
  static func encode(
    size: PixelSize, settings: CodingSettings, fill: (PicturePlanes) -> Void
  ) throws(PhotoFileError) -> CodedPicture {
    guard
      let picture = caom_picture_create(
        UInt32(size.width), UInt32(size.height), Int32(settings.depth), settings.isGray)
    else { throw failure("no memory for a picture of \(size) pixels") }
    defer { caom_picture_destroy(picture) }
    fill(try planes(of: picture, isGray: settings.isGray))
    var parameters = caom_settings(is_lossless: settings.isGray, quantizer: 0, speed: speed(settings.speed))
    if case .color(let quality) = settings.content { parameters.quantizer = quantizer(quality) }

    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: Int(CAOM_MESSAGE_LENGTH))
    guard caom_encode(picture, &parameters, &bytes, &count, &message), let bytes else {
      throw failure(String(cText: message))
    }
    defer { caom_free(bytes) }
    do throws(HEIFError) {
      return try CodedPicture(av1: Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      throw failure("libaom wrote a picture of an unknown structure: \(error)")
    }
  }

  private static func planes(of picture: OpaquePointer, isGray: Bool) throws(PhotoFileError) -> PicturePlanes {
    func plane(_ index: Int32) throws(PhotoFileError) -> (samples: UnsafeMutableRawPointer, stride: Int) {
      var stride = 0
      guard let samples = caom_picture_plane(picture, index, &stride) else { throw failure("no memory for a plane") }
      return (samples, stride)
    }
    let luma = try plane(0)
    guard !isGray else { return PicturePlanes(luma: luma.samples, lumaStride: luma.stride, chroma: nil) }
    let (cb, cr) = (try plane(1), try plane(2))
    guard cb.stride == cr.stride else { throw failure("planes of unequal strides") }
    return PicturePlanes(
      luma: luma.samples, lumaStride: luma.stride, chroma: .init(cb: cb.samples, cr: cr.samples, stride: cb.stride))
  }

  private static func failure(_ reason: String) -> PhotoFileError {
    .encodingFailed(format: .avif, reason: reason)
  }
}
