import FoundationEssentials
import Imaging

/// Writes the frames of a movie that is made slower or faster, with their alpha where the file holds it. Used by one task at
/// a time.
final class RetimedMovieWriter {
  private let url: URL
  private var settings: MovieSettings
  private let copy: MovieCopy
  private let overwrites: Bool
  private var alpha: AlphaDecision
  private var writer: MovieWriter?

  /// - Parameters:
  ///   - settings: how pictures are written, but for their depth and what they hold.
  ///   - format: the format of the movie that the frames come from.
  /// - Throws: ``FrameStreamError`` if the file is there already, or its extension stands for no kind of movie.
  init(
    _ url: URL, settings: MovieSettings, of format: VideoFormat, copying copy: MovieCopy, overwriting: Bool
  ) throws(FrameStreamError) {
    self.url = url
    self.settings = settings
    self.copy = copy
    overwrites = overwriting
    try MovieOutput.check(url, overwriting: overwriting)
    alpha = AlphaDecision(holdingAlpha: try MovieWriter.holdsAlpha(url), statedBySource: format.statesAlpha)
  }

  /// Warnings of what is lost or changed, a sentence each.
  var warnings: [String] {
    let loss = alpha.warning(of: "it", keptBy: ".webm (VP9), .mov (ProRes 4444) or .mkv (FFV1)")
    return (writer?.warnings ?? []) + [loss].compactMap(\.self)
  }

  /// Writes a frame; the first of a movie that may be translucent, and does not say so, decides whether it is.
  func write(_ frame: Frame) throws(FrameStreamError) {
    let flattens = alpha.flattens(frameThatIsOpaque: frame.isOpaque)
    let writer: MovieWriter
    if let opened = self.writer { writer = opened } else { writer = try open(for: frame) }
    self.writer = writer
    guard flattens, !frame.isOpaque else {
      try writer.write(frame)
      return
    }
    var flat = frame
    flat.pixels = StraightAlpha.overBlack(frame.pixels)
    try writer.write(flat)
  }

  /// - Throws: ``FrameStreamError`` if there was no frame, or the disk is full.
  func finish() throws(FrameStreamError) {
    guard let writer else { throw .unwritable(file: url.path, reason: "it has no frames") }
    try writer.finish()
  }

  private func open(for frame: Frame) throws(FrameStreamError) -> MovieWriter {
    if let content = alpha.content { settings.content = content }
    settings.bitDepth = settings.bitDepth(for: frame.format, in: url.pathExtension)
    return try MovieWriter(url: url, settings: settings, copying: copy, overwriting: overwrites)
  }
}
