import CAOM
import CFFmpeg
import CHEIF

/// The codecs of a HEIF file's pictures.
enum PictureCodec: Hashable, CaseIterable {
  /// ITU-T H.265
  case hevc
  /// AV1 Bitstream & Decoding Process Specification
  case av1

  var name: String {
    switch self {
    case .hevc: "HEVC"
    case .av1: "AV1"
    }
  }

  /// The type of a picture's item.
  var itemType: FourCC {
    switch self {
    case .hevc: "hvc1"
    case .av1: "av01"
    }
  }

  /// The codec of an item of a type; nil if it is not a coded picture.
  init?(itemType: FourCC) {
    guard let codec = Self.allCases.first(where: { $0.itemType == itemType }) else { return nil }
    self = codec
  }

  /// The codec's name in FFmpeg.
  var decoder: cffmpeg_codec {
    switch self {
    case .hevc: CFFMPEG_HEVC
    case .av1: CFFMPEG_AV1
    }
  }

  /// Whether a decoder is installed, with its name or the missing library.
  func findDecoder() -> (isAvailable: Bool, description: String) {
    var message = cffmpeg_message()
    let isAvailable = cffmpeg_can_decode(decoder, &message)
    return (isAvailable, Self.text(of: message))
  }

  /// AV1 is coded by libaom, which is linked, rather than by libheif.
  var canEncode: Bool { self == .av1 || heif_have_encoder_for_format(heif_compression_HEVC) != 0 }

  /// Advice on what to install if there is no decoder.
  var decoderAdvice: String { "install FFmpeg's libavcodec with its \(name) decoder (Debian: libavcodec59)" }

  /// The text of a message from FFmpeg.
  static func text(of message: cffmpeg_message) -> String {
    withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Debian's package of the encoder's library.
  var encoderPackage: String {
    switch self {
    case .hevc: "libx265-199"
    case .av1: "libaom3"
    }
  }

  /// The name and version of the encoder.
  var encoderVersion: String {
    switch self {
    case .hevc: "libheif \(String(cString: heif_get_version()))"
    case .av1: "libaom \(String(cString: caom_version()))"
    }
  }

  /// Throws unless libheif can encode with the codec.
  func requireEncoder() throws(PhotoFileError) {
    guard canEncode else {
      throw .codecMissing(
        codec: name, advice: "install libheif with its encoder (Debian: libheif1 with \(encoderPackage))")
    }
  }
}
