import FoundationEssentials
import MatteKit

/// Writes the frames of a result in the format of its target. The first frame determines the format. Used by one task
/// at a time.
final class TargetWriter {
  private let target: MovieTarget
  private let source: MovieSource
  /// The content of the pictures. A change has no effect after the first is written.
  var content: MovieContent
  private let options: MovieOptions
  private let overwrites: Bool
  private let hidesOriginal: Bool
  private var writer: (any FrameWriter)?
  private var targetWarnings: [String] = []

  /// - Parameters:
  ///   - content: the content of the pictures, if the target is a movie.
  ///   - hidesOriginal: whether nothing may be copied from the source that shows what is hidden in the frames.
  /// - Throws: `FrameStreamError` for a target that does not support it.
  init(
    _ target: MovieTarget, source: MovieSource, content: MovieContent, options: MovieOptions, overwriting: Bool,
    hidesOriginal: Bool = false
  ) throws(FrameStreamError) {
    self.target = target
    self.source = source
    self.content = content
    self.options = options
    overwrites = overwriting
    self.hidesOriginal = hidesOriginal
    if case .movie(let url) = target, let file = source.file {
      try FrameStreamError.requireOther(url, than: file.url)
      // The writer would refuse it only with the first frame, which may take long to make.
      if content != .gray { try MovieWriter.requireSound(of: file.url, in: url) }
    }
    if case .y4m = target, content == .colorWithAlpha {
      throw .unsupported(
        file: target.name, reason: "y4m has no transparency; write .webm, .mov, .mkv or a folder of PNG files")
    }
    if case .images(let folder, _) = target,
      let identity = FileIdentity(folder),
      source.pictures.contains(where: { FileIdentity($0.deletingLastPathComponent()) == identity })
    {
      throw .unwritable(file: target.name, reason: "the input pictures are in it; name another folder")
    }
    if case .images(_, let format) = target, format == .jpeg, content == .colorWithAlpha {
      throw .unsupported(file: target.name, reason: "JPEG has no transparency; write PNG files")
    }
  }

  /// Warnings about limitations of the result, a sentence each.
  var warnings: [String] {
    let hidden: Set<MediaStream.Kind> = [.coverPicture, .video]
    let isLeftOut = hidesOriginal && source.file?.format.otherStreams.contains { hidden.contains($0.kind) } ?? false
    return ((writer as? MovieWriter)?.warnings ?? []) + targetWarnings
      + (isLeftOut ? ["cover pictures and further streams of pictures are left out: they show what is hidden"] : [])
  }

  func write(_ frame: Frame) throws(FrameStreamError) {
    let writer: any FrameWriter
    if let opened = self.writer { writer = opened } else { writer = try open(for: frame) }
    self.writer = writer
    // y4m has no orientation.
    if case .y4m = target { try writer.write(frame.upright) } else { try writer.write(frame) }
  }

  /// - Parameters:
  ///   - end: the end of the last frame; nil if unknown.
  ///   - isCut: whether sound and subtitles end with the frames, because the result ends early.
  func finish(at end: MediaTime? = nil, cut isCut: Bool = false) throws(FrameStreamError) {
    if let movie = writer as? MovieWriter {
      if let end { movie.endSession(atSourceTime: end) }
      movie.isCut = isCut
    }
    if let pipe = writer as? ConstantRateWriter { pipe.end = end }
    try writer?.finish()
  }

  /// Replaces the written file by the source's own pictures, copied packet by packet. Returns false if the target is
  /// not a movie, the source is not taken whole at its size, or its streams can only be coded again, of which there is
  /// a warning.
  func copySource() throws(FrameStreamError) -> Bool {
    guard case .movie(let url) = target, let copy, options.start == nil, options.end == nil,
      options.fittingSize == nil, options.codec == .automatic
    else { return false }
    do {
      targetWarnings = try MovieRemuxer(copy).write(to: url, overwriting: overwrites)
    } catch .unsupported(_, let reason) {
      targetWarnings = ["its pictures are coded again, because they cannot be copied: \(reason)"]
      return false
    }
    writer = nil
    return true
  }

  private func open(for frame: Frame) throws(FrameStreamError) -> any FrameWriter {
    switch target {
    case .movie(let url):
      return try MovieWriter(url: url, settings: settings(for: frame, in: url), copying: copy, overwriting: overwrites)
    case .y4m(let descriptor):
      warnOfLosses(of: frame)
      let rate = FrameRate(source.frameRate ?? 25)
      let writer = try Y4MWriter(
        fileDescriptor: descriptor, frameRate: rate,
        pixelAspectRatio: source.pixelAspectRatio.oriented(by: frame.orientation))
      return ConstantRateWriter(writer, rate: rate)
    case .images(let folder, let format):
      return ImageSequenceWriter(folder: folder, as: EncodingOptions.default(for: format), overwriting: overwrites)
    }
  }

  /// Warns of what y4m is not written with.
  private func warnOfLosses(of frame: Frame) {
    if frame.format.bitsPerComponent > 8 {
      targetWarnings.append(
        "its pictures have more than 8 bits a component, and are written with 8; a movie keeps more")
    }
    if let chroma = source.chromaSubsampling, [.yuv422, .yuv440, .yuv444].contains(chroma), content != .gray {
      targetWarnings.append(
        "its colours of \(chroma.rawValue) are written as 4:2:0; ProRes 4444 (.mov) and FFV1 (.mkv) keep them")
    }
  }

  private func settings(for frame: Frame, in url: URL) -> MovieSettings {
    var settings = MovieSettings(
      codec: options.codec, rateFactor: options.rateFactor, content: content,
      isLossless: options.isLossless || options.rateFactor == 0,
      nominalFrameRate: source.frameRate ?? 25)
    // The frames of a source have one timescale, which its movie keeps.
    settings.timescale = frame.time.timescale
    settings.encodingThreads = source.codingThreads
    settings.pixelAspectRatio = source.pixelAspectRatio
    guard let format = source.file?.format else { return settings }
    guard content != .gray else { return settings }
    settings.bitDepth = settings.bitDepth(for: frame.format, in: url.pathExtension)
    if (format.bitsPerComponent ?? 16) <= 10 { settings.sourceChroma = format.chromaSubsampling }
    settings.color = format.color
    return settings
  }

  private var copy: MovieCopy? {
    guard let file = source.file else { return nil }
    var parts = content == .gray ? .chapters : MovieParts.all
    // They show the frames as they were.
    if hidesOriginal { parts.subtract([.coverPictures, .otherVideo]) }
    return MovieCopy(
      file.url, parts: parts, metadata: options.metadata, start: source.time(options.start),
      end: source.time(options.end))
  }
}
