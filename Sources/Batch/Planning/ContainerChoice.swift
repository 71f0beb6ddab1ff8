import FoundationEssentials
import MatteKit
import SystemPackage

/// Chooses the container for a movie's result: the input's own, if it can be written and supports the pictures.
///
/// - MP4 with a codec that it does not support, or with alpha, becomes QuickTime or Matroska; QuickTime with VP9 or AV1
///   becomes MP4; WebM with H.264 or HEVC becomes Matroska, which supports WebM's sound unchanged.
/// - AVI, MPEG and GIF become MP4, or Matroska if MP4 does not support their sound.
/// - What would become QuickTime becomes Matroska if its sound is Opus, FLAC or TrueHD.
package struct ContainerChoice: Sendable, Hashable {
  /// The codec of the pictures.
  package var codec: VideoCodec
  /// Whether results have alpha.
  package var hasAlpha: Bool

  package init(codec: VideoCodec = .automatic, hasAlpha: Bool = false) {
    self.codec = codec
    self.hasAlpha = hasAlpha
  }

  /// FFmpeg's names of the audio codecs that its MP4 supports.
  private static let soundsOfMP4: Set = [
    "aac", "ac3", "alac", "dts", "eac3", "flac", "mp1", "mp2", "mp3", "opus", "vorbis",
  ]

  /// FFmpeg's names of the audio codecs that MP4 or Matroska support, and its QuickTime does not.
  private static let soundsRefusedByQuickTime: Set = ["flac", "opus", "truehd"]

  /// The kind of file and the extension of an input's result.
  func choice(for input: FilePath) -> (container: MovieContainer, ext: String) {
    var ext = input.extension ?? ""
    var own = MovieContainer(pathExtension: ext)
    // The name of a movie that is named as a photo, or not at all, says nothing about its container.
    if own == nil, MediaKind(pathExtension: ext) != .movie {
      own = MediaKind.start(of: input).flatMap(MovieContainer.init(signature:))
      ext = own?.rawValue ?? ""
    }
    let container = candidates(own, input).first {
      $0.holds(codec, withAlpha: hasAlpha)
        && ($0 != .mov || own == .mov || !hasSound(in: input, Self.soundsRefusedByQuickTime.contains))
    }
    // If no container supports the pictures, the writer reports it.
    guard let container, container != own else { return (own ?? .mp4, own == nil ? "mp4" : ext) }
    return (container, container.rawValue)
  }

  private func candidates(_ own: MovieContainer?, _ input: FilePath) -> [MovieContainer] {
    switch own {
    case .mp4, .m4v: own.map { [$0, .mp4, .mov, .mkv] } ?? []
    case .mov: [.mov, .mp4, .mkv]
    case .mkv: [.mkv]
    case .webm: [.webm, .mkv]
    // What MP4 does not support, Matroska does.
    case nil: hasSound(in: input) { !Self.soundsOfMP4.contains($0) } ? [.mkv] : [.mp4, .mov, .mkv]
    }
  }

  /// Whether a movie has sound of a codec. An unreadable movie has none; that is reported when it is processed.
  private func hasSound(in input: FilePath, _ isOfCodec: (String) -> Bool) -> Bool {
    guard input.isText, let movie = try? VideoFile(contentsOf: URL(filePath: input.string)) else { return false }
    return movie.format.otherStreams.contains { $0.kind == .sound && isOfCodec($0.codec) }
  }
}
