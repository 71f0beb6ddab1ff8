import FoundationEssentials
import MatteKit

/// Writes the frames of a result in the form that its target asks for. The first frame decides what is written. Used by one
/// task at a time.
final class TargetWriter {
  private let target: MovieTarget
  private let source: MovieSource
  private let content: MovieContent
  private let options: MovieOptions
  private let overwrites: Bool
  private var writer: (any FrameWriter)?

  /// - Parameter content: what the pictures hold, where the target is a movie.
  /// - Throws: ``FrameStreamError`` for a target that cannot hold that.
  init(
    _ target: MovieTarget, source: MovieSource, content: MovieContent, options: MovieOptions, overwriting: Bool
  ) throws(FrameStreamError) {
    self.target = target
    self.source = source
    self.content = content
    self.options = options
    overwrites = overwriting
    if case .y4m = target, content == .colorWithAlpha {
      throw .unsupported(
        file: target.name, reason: "y4m has no transparency; write .webm, .mov, .mkv or a folder of PNG files")
    }
    if case .images(_, let format) = target, format == .jpeg, content == .colorWithAlpha {
      throw .unsupported(file: target.name, reason: "JPEG has no transparency; write PNG files")
    }
  }

  /// What the result leaves out, one sentence each.
  var warnings: [String] { (writer as? MovieWriter)?.warnings ?? [] }

  func write(_ frame: Frame) throws(FrameStreamError) {
    let writer: any FrameWriter
    if let opened = self.writer { writer = opened } else { writer = try open(for: frame) }
    self.writer = writer
    guard case .y4m = target, frame.orientation != .up else { return try writer.write(frame) }
    // y4m has no orientation.
    try writer.write(Frame(pixels: frame.pixels.oriented(by: frame.orientation), time: frame.time))
  }

  func finish() throws(FrameStreamError) { try writer?.finish() }

  private func open(for frame: Frame) throws(FrameStreamError) -> any FrameWriter {
    switch target {
    case .movie(let url):
      return try MovieWriter(url: url, settings: settings(for: frame), copying: copy, overwriting: overwrites)
    case .y4m(let descriptor):
      return try Y4MWriter(fileDescriptor: descriptor, frameRate: FrameRate.fraction(of: source.frameRate ?? 25))
    case .images(let folder, let format):
      return ImageSequenceWriter(
        folder: folder, as: EncodingOptions.default(for: format),
        pathExtension: format == .jpeg ? "jpg" : format.rawValue, overwriting: overwrites)
    }
  }

  private func settings(for frame: Frame) -> MovieSettings {
    var settings = MovieSettings(
      codec: options.codec, rateFactor: options.rateFactor, content: content, isLossless: options.isLossless,
      nominalFrameRate: source.frameRate ?? 25)
    guard let format = source.file?.format else { return settings }
    settings.pixelAspectRatio = format.pixelAspectRatio
    guard content != .gray else { return settings }
    if frame.pixels.format == .rgba16 { settings.bitDepth = .ten }
    settings.color = format.color
    return settings
  }

  private var copy: MovieCopy? {
    guard let file = source.file else { return nil }
    return MovieCopy(
      file.url, parts: content == .gray ? .chapters : .all, metadata: options.metadata, start: options.start,
      end: options.end)
  }
}
