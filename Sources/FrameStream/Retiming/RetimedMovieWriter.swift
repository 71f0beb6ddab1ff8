import FoundationEssentials
import Imaging

/// Writes the frames of a slower or faster movie, with their alpha if the container supports it. Used by one task at a
/// time.
final class RetimedMovieWriter {
  private let url: URL
  private var settings: MovieSettings
  private let copy: MovieCopy
  private let overwrites: Bool
  private var alpha: AlphaDecision
  private var writer: MovieWriter?

  /// - Parameters:
  ///   - settings: how pictures are written, except for their depth and content.
  ///   - format: the format of the source movie.
  /// - Throws: ``FrameStreamError`` if the file exists already, or its extension is not a movie's.
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

  /// Warnings of losses and changes, a sentence each.
  var warnings: [String] {
    let loss = alpha.warning(of: "it", keptBy: ".webm (VP9), .mov (ProRes 4444) or .mkv (FFV1)")
    return (writer?.warnings ?? []) + [loss].compactMap(\.self)
  }

  /// Writes a frame; the first one decides whether a movie without declared alpha is translucent.
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
    guard let writer else { throw .unwritable(file: url.shownPath, reason: "it has no frames") }
    try writer.finish()
  }

  private func open(for frame: Frame) throws(FrameStreamError) -> MovieWriter {
    if let content = alpha.content { settings.content = content }
    settings.bitDepth = settings.bitDepth(for: frame.format, in: url.pathExtension)
    return try MovieWriter(url: url, settings: settings, copying: copy, overwriting: overwrites)
  }
}
