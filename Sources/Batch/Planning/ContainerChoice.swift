import FoundationEssentials
import MatteKit
import SystemPackage

/// Chooses the container for a movie's result: the input's own, if it can be written and supports the pictures and the
/// sound.
///
/// - MP4 with a codec that it does not support, with alpha, or with sound that FFmpeg does not write into it, such as
///   the uncompressed sound of cameras, becomes QuickTime or Matroska; QuickTime with VP9, AV1, Opus or FLAC becomes
///   MP4; WebM with H.264 or HEVC becomes Matroska, which supports WebM's sound unchanged.
/// - AVI, MPEG and GIF become MP4, or Matroska if MP4 does not support their sound.
package struct ContainerChoice: Sendable, Hashable {
  /// The codec of the pictures.
  package var codec: VideoCodec
  /// Whether results have alpha.
  package var hasAlpha: Bool

  package init(codec: VideoCodec = .automatic, hasAlpha: Bool = false) {
    self.codec = codec
    self.hasAlpha = hasAlpha
  }

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
      $0.holds(codec, withAlpha: hasAlpha) && holdsSound(of: input, in: $0)
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
    case nil: holdsSound(of: input, in: .mp4) ? [.mp4, .mov, .mkv] : [.mkv]
    }
  }

  /// Whether a movie's sound can be copied into a container. Matroska supports nearly all, and the writer reports the
  /// rest; an unreadable movie is reported when it is processed.
  private func holdsSound(of input: FilePath, in container: MovieContainer) -> Bool {
    guard container != .mkv, input.isText else { return true }
    do throws(FrameStreamError) {
      try MovieWriter.requireSound(
        of: URL(filePath: input.string), in: URL(filePath: "movie.\(container.rawValue)"))
      return true
    } catch {
      if case .unsupported = error { return false } else { return true }
    }
  }
}
