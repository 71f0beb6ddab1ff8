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
    func part(_ name: String, isAvailable: Bool, version: String, advice: String) -> PhotoCodec {
      PhotoCodec(
        name: name, isAvailable: isAvailable,
        detail: isAvailable ? version : advice)
    }
    let pictures = PictureCodec.allCases.flatMap { codec -> [PhotoCodec] in
      let (isThere, decoder) = codec.findDecoder()
      return [
        part(
          "\(codec.name) decoder", isAvailable: isThere, version: decoder, advice: "\(decoder): \(codec.decoderAdvice)"),
        part(
          "\(codec.name) encoder", isAvailable: codec.canEncode, version: codec.encoderVersion,
          advice: "\(library) has none: install Debian's libheif1 with \(codec.encoderPackage)"),
      ]
    }
    return pictures + [
      PhotoCodec(name: "JPEG", isAvailable: true, detail: "libjpeg-turbo, linked"),
      PhotoCodec(name: "PNG", isAvailable: true, detail: "libpng, linked"),
    ]
  }
}
