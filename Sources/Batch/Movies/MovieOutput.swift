import FoundationEssentials
import MatteKit

/// Writes the frames of a result in the form that the target asks for. The first frame decides what is written. Used by
/// one task at a time.
final class MovieOutput {
  private let target: MovieTarget
  private let source: MovieSource
  private let isOpaque: Bool
  private let options: MovieOptions
  private let overwrites: Bool
  private var writer: (any FrameWriter)?

  init(_ target: MovieTarget, source: MovieSource, isOpaque: Bool, options: MovieOptions, overwriting: Bool) {
    self.target = target
    self.source = source
    self.isOpaque = isOpaque
    self.options = options
    overwrites = overwriting
  }

  /// What the result leaves out, one sentence each.
  var warnings: [String] { [] }

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
      return try MovieWriter(
        url: url, frameRate: source.frameRate ?? 25, rateFactor: options.rateFactor ?? 20, codec: options.codec,
        soundFrom: source.file?.url, overwriting: overwrites)
    case .y4m(let descriptor):
      return try Y4MWriter(fileDescriptor: descriptor, frameRate: FrameRate.fraction(of: source.frameRate ?? 25))
    case .images(let folder, let format):
      return ImageSequenceWriter(
        folder: folder, as: EncodingOptions.default(for: format),
        pathExtension: format == .jpeg ? "jpg" : format.rawValue,
        overwriting: overwrites)
    }
  }
}
