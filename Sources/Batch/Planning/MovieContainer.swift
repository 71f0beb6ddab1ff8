import MatteKit

/// A movie container that can be written, by its extension.
public enum MovieContainer: String, CaseIterable, Sendable {
  /// MPEG-4.
  case mp4
  /// MPEG-4 as Apple names it.
  case m4v
  /// QuickTime.
  case mov
  /// Matroska.
  case mkv
  /// WebM.
  case webm

  /// The container of an extension, in any case; nil for one that is not written.
  public init?(pathExtension: String) { self.init(rawValue: pathExtension.lowercased()) }

  /// The extensions of all containers, for messages: ".mp4, .m4v, .mov, .mkv or .webm".
  package static var writtenExtensions: String { WordList.joined(allCases.map { ".\($0)" }, by: "or") }

  /// The extensions of files that coded pictures and sound can be copied to: the containers and MPEG's transport stream.
  package static let copiedExtensions = allCases.map(\.rawValue) + ["ts"]

  /// The container of a movie by its first bytes; nil for one that is not written.
  init?(signature start: [UInt8]) {
    let family = Array("ftyp".utf8)
    if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      let document = String(decoding: start.prefix(64), as: UTF8.self)
      self = document.contains("webm") ? .webm : .mkv
    } else if start.dropFirst(4).starts(with: family) {
      let brand = start.dropFirst(8).prefix(4)
      self = brand.elementsEqual("qt  ".utf8) ? .mov : brand.starts(with: "M4V".utf8) ? .m4v : .mp4
    } else if MediaKind.movieBoxes.contains(String(decoding: start.dropFirst(4).prefix(4), as: UTF8.self)) {
      self = .mov
    } else {
      return nil
    }
  }

  /// Whether FFmpeg writes pictures of this codec into the container.
  package func holds(_ codec: VideoCodec, withAlpha hasAlpha: Bool) -> Bool {
    let codecs: Set<VideoCodec> =
      switch self {
      case .mp4, .m4v: [.automatic, .h264, .hevc, .vp9, .av1]
      case .mov: [.automatic, .h264, .hevc, .proRes4444]
      case .mkv: Set(VideoCodec.allCases)
      case .webm: [.automatic, .vp9, .av1]
      }
    guard hasAlpha else { return codecs.contains(codec) }
    let codecsWithAlpha: Set<VideoCodec> =
      switch self {
      case .mp4, .m4v: []
      case .mov: [.automatic, .proRes4444]
      case .mkv: [.automatic, .vp9, .proRes4444, .ffv1]
      case .webm: [.automatic, .vp9]
      }
    return codecsWithAlpha.contains(codec)
  }
}
