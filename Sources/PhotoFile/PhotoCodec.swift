import CHEIF

/// A codec that photos are read or written with, and whether it is installed.
public struct PhotoCodec: Sendable, Hashable {
  /// Such as "HEVC decoder".
  public let name: String
  /// Whether the library is installed and has the codec.
  public let isAvailable: Bool
  /// The library's version, or what to install.
  public let detail: String

  /// The codecs that all formats need together.
  public static var all: [PhotoCodec] {
    let library = "libheif \(String(cString: heif_get_version()))"
    let pictures = PictureCodec.allCases.flatMap { codec in
      let (decodes, decoder) = codec.findDecoder()
      let encodes = codec.canEncode
      return [
        PhotoCodec(
          name: "\(codec.name) decoder", isAvailable: decodes,
          detail: decodes ? decoder : "\(decoder): \(codec.decoderAdvice)"),
        PhotoCodec(
          name: "\(codec.name) encoder", isAvailable: encodes,
          detail: encodes
            ? codec.encoderVersion : "\(library) has none: install Debian's libheif1 with \(codec.encoderPackage)"),
      ]
    }
    return pictures + [
      PhotoCodec(name: "JPEG", isAvailable: true, detail: "libjpeg-turbo, linked"),
      PhotoCodec(name: "PNG", isAvailable: true, detail: "libpng, linked"),
    ]
  }
}
