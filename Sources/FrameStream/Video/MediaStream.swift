import CFFmpeg

/// A stream of a movie's file besides its pictures.
public struct MediaStream: Sendable, Hashable {
  /// The kind of content of a stream.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Further pictures that move.
    case video
    /// Sound.
    case sound
    /// Subtitles.
    case subtitles
    /// Timed metadata: time codes, sensor data of a phone or a camera.
    case data
    /// A file, as a font for subtitles.
    case attachment
    /// A cover picture.
    case coverPicture

    init(_ kind: cffmpeg_stream_kind) {
      switch kind {
      case CFFMPEG_STREAM_VIDEO: self = .video
      case CFFMPEG_STREAM_SOUND: self = .sound
      case CFFMPEG_STREAM_SUBTITLES: self = .subtitles
      case CFFMPEG_STREAM_ATTACHMENT: self = .attachment
      case CFFMPEG_STREAM_COVER_PICTURE: self = .coverPicture
      default: self = .data
      }
    }
  }

  /// The kind of content.
  public var kind: Kind
  /// FFmpeg's name of the codec (`aac`, `mov_text`), or the container's tag if it has none (`mebx`).
  public var codec: String
  /// The language by ISO 639-2 (`eng`); nil if it is not stated.
  public var language: String?

  init(_ stream: cffmpeg_stream) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    kind = Kind(stream.kind)
    codec = withUnsafeBytes(of: stream.codec, text)
    let language = withUnsafeBytes(of: stream.language, text)
    self.language = language.isEmpty || language == "und" ? nil : language
  }
}
