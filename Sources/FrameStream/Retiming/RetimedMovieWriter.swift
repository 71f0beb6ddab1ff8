import FoundationEssentials
import Imaging

/// Writes the frames of a movie that is made slower or faster, with what shines through them where the file has room for that. Used
/// by one task at a time.
final class RetimedMovieWriter {
  private let url: URL
  private var settings: MovieSettings
  private let format: VideoFormat
  private let copy: MovieCopy
  private let overwrites: Bool
  private let holdsAlpha: Bool
  private var writer: MovieWriter?
  /// Whether a frame was translucent that is written opaque.
  private var hasFlattened = false

  /// - Parameters:
  ///   - settings: how pictures are written, but for their depth and what they hold.
  ///   - format: of the movie that the frames come from.
  /// - Throws: ``FrameStreamError`` if the file is there already, or its extension stands for no kind of movie.
  init(
    _ url: URL, settings: MovieSettings, of format: VideoFormat, copying copy: MovieCopy, overwriting: Bool
  ) throws(FrameStreamError) {
    self.url = url
    self.settings = settings
    self.format = format
    self.copy = copy
    overwrites = overwriting
    try MovieOutput.check(url, overwriting: overwriting)
    holdsAlpha = try MovieWriter.holdsAlpha(url)
  }

  /// What the file cannot hold of the source, and what was changed, a sentence each.
  var warnings: [String] {
    let warnings = writer?.warnings ?? []
    guard hasFlattened else { return warnings }
    let loss =
      holdsAlpha
      ? "its first frame is opaque, and so all are written: what is transparent in later ones is black"
      : "it has no transparency: what is transparent is black; write .webm (VP9), .mov (ProRes 4444) or .mkv (FFV1) to "
        + "keep it"
    return warnings + [loss]
  }

  /// Writes a frame; the first of a movie that may be translucent, and does not say so, decides whether it is.
  func write(_ frame: Frame) throws(FrameStreamError) {
    let writer: MovieWriter
    if let opened = self.writer { writer = opened } else { writer = try open(for: frame) }
    self.writer = writer
    // The frame's own pixels tell, which are there where they may be translucent.
    guard settings.content == .color, frame.picture == nil, frame.pixels.alphaType != .opaque else {
      try writer.write(frame)
      return
    }
    hasFlattened = true
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
    let isTranslucent = format.statesAlpha || (frame.picture == nil && frame.pixels.alphaType != .opaque)
    if isTranslucent, holdsAlpha { settings.content = .colorWithAlpha }
    // VP9 with alpha has 8 bits.
    let isShallow = settings.content == .colorWithAlpha && url.pathExtension.lowercased() == "webm"
    if frame.format == .rgba16, !isShallow { settings.bitDepth = .ten }
    return try MovieWriter(url: url, settings: settings, copying: copy, overwriting: overwrites)
  }
}
