import CHEIF

/// A codec that photos are read and written with, and whether it is there.
public struct PhotoCodec: Sendable, Hashable {
  public let name: String
  public let isAvailable: Bool
  /// The library's version, or what to install.
  public let detail: String

  /// The codecs that all formats need together.
  public static var all: [PhotoCodec] {
    let library = "libheif \(String(cString: heif_get_version()))"
    let encodes = heif_have_encoder_for_format(heif_compression_HEVC) != 0
    let (decodes, decoder) = PictureCodec.hevc.findDecoder()
    return [
      PhotoCodec(
        name: "HEVC decoder", isAvailable: decodes,
        detail: decodes ? decoder : "\(decoder): \(PictureCodec.hevc.decoderAdvice)"),
      PhotoCodec(
        name: "HEVC encoder", isAvailable: encodes,
        detail: encodes ? library : "\(library) has none: install Debian's libheif1 with libx265-199"),
      PhotoCodec(name: "JPEG", isAvailable: true, detail: "libjpeg-turbo, linked"),
      PhotoCodec(name: "PNG", isAvailable: true, detail: "libpng, linked"),
    ]
  }
}
