import FoundationEssentials
import MatteKit

/// Frames with their properties known in advance: a movie's, an image sequence's, a camera's or a pipe's.
public struct MovieSource: Sendable {
  /// The name of the movie in messages.
  public let name: String
  /// The frames.
  public private(set) var frames: FrameSequence
  /// Nominal frames per second; nil if unknown. The frames' own times determine the result.
  public let frameRate: Double?
  /// The approximate number of frames; nil if unknown.
  public let frameCount: Int?
  /// The movie file whose sound and metadata a result copies; nil for other sources.
  public private(set) var file: VideoFile?
  /// The files of an image sequence; empty for other sources.
  let pictures: [URL]
  /// The warnings from reading the pictures of an image sequence; nil for other sources.
  let pictureWarnings: PictureWarnings?
  /// The pixel aspect ratio of the frames, as stored.
  package let pixelAspectRatio: PixelAspectRatio
  /// The chroma subsampling of a stream; nil for other sources.
  private var streamChroma: ChromaSubsampling?
  /// Whether a stream declares that its frames hold two fields.
  private let isInterlacedStream: Bool
  /// Whether frames come in real time, so that frames not taken in time are lost.
  public let isLive: Bool
  /// The start of the first frame, in the time of the frames; nil for the first available one.
  private var firstTime: MediaTime?
  /// The threads of the decoder, and of the encoder of a result; nil for the codecs' own choice.
  private(set) var codingThreads: Int?

  /// The frames of a movie file from `start` on, a time counted from the movie's first frame.
  ///
  /// - Throws: `FrameStreamError` if the file is not a movie.
  public init(movie url: URL, from start: MediaTime? = nil, to end: MediaTime? = nil) throws(FrameStreamError) {
    let file = try VideoFile(contentsOf: url)
    let length = min(file.duration?.seconds ?? .infinity, end?.seconds ?? .infinity) - (start?.seconds ?? 0)
    let estimate = file.nominalFrameRate.flatMap { rate in
      length.isFinite ? Int((max(0, length) * rate).rounded()) : nil
    }
    let count = start == nil && end == nil ? file.format.frameCount ?? estimate : estimate
    let first = start?.counted(from: file.format.startTime ?? .zero)
    self.init(
      name: url.shownPath, frames: Self.frames(of: file, from: first), frameRate: file.nominalFrameRate,
      frameCount: count, file: file)
    firstTime = first
  }

  private static func frames(of file: VideoFile, from first: MediaTime?) -> FrameSequence {
    // More than 8 bits stay.
    let format: FramePixelFormat = (file.format.bitsPerComponent ?? 8) > 8 ? .rgba16 : .rgba8
    return file.frames(from: first, as: format, keepingAlpha: file.format.hasAlpha)
  }

  /// The pictures of an image sequence.
  public init(_ sequence: ImageSequence, name: String) {
    self.init(
      name: name, frames: sequence.frames, frameRate: sequence.frameRate.value, frameCount: sequence.files.count,
      pictures: sequence.files, pictureWarnings: sequence.warnings)
  }

  /// The frames of a y4m stream.
  public init(_ stream: Y4MStream, name: String) {
    self.init(
      name: name, frames: stream.frames, frameRate: stream.nominalFrameRate,
      pixelAspectRatio: stream.pixelAspectRatio, isInterlacedStream: stream.isInterlaced)
    streamChroma = stream.chromaSubsampling
  }

  /// The frames that a camera gives from now on.
  public init(_ camera: Camera) {
    self.init(name: camera.device, frames: camera.frames, frameRate: camera.nominalFrameRate, isLive: true)
  }

  /// The same frames, but codecs use half of the cores, for work in which networks are busy on the others: a codec on
  /// one thread is fast enough then, and holds fewer frames.
  func codedOnHalfTheCores() -> MovieSource {
    var source = self
    source.codingThreads = ProcessorCores.half
    if var file {
      file.decodingThreads = source.codingThreads
      source.file = file
      source.frames = Self.frames(of: file, from: firstTime)
    }
    return source
  }

  /// A few frames a second, read independently a second time; nil if frames can be read only once.
  var sampled: MovieSource? {
    guard let file else { return nil }
    let frames = file.frames(
      every: Self.samplingInterval, from: firstTime, keepingAlpha: file.format.hasAlpha)
    return MovieSource(name: name, frames: frames, frameRate: nil, file: file)
  }

  /// The interval of the frames of ``sampled``, in seconds.
  private static let samplingInterval = 0.25

  /// The chroma subsampling of the frames; nil if it is unknown, or they have none.
  var chromaSubsampling: ChromaSubsampling? { file?.format.chromaSubsampling ?? streamChroma }

  /// Whether frames may be translucent.
  var mayBeTranslucent: Bool { file?.format.hasAlpha == true || !pictures.isEmpty }

  /// The start of the first frame, in the time of the frames: broadcasts do not begin at 0.
  var startTime: MediaTime { file?.format.startTime ?? .zero }

  /// The end of the last frame, in the time of the frames; nil if the source does not state it.
  package var endTime: MediaTime? { file?.endTime }

  /// The latest end of the last frame: that of the whole file, if its pictures state none.
  var latestEndTime: MediaTime? { endTime ?? time(file?.duration) }

  /// A time relative to the first frame, in the time of the frames.
  func time(_ time: MediaTime?) -> MediaTime? { time?.counted(from: startTime) }

  /// A time of the frames, relative to the first one.
  package func timeSinceStart(_ time: MediaTime) -> MediaTime {
    startTime.value == 0 ? time : time - startTime
  }

  /// The error for a range without frames.
  func noFrames(from start: MediaTime?, to end: MediaTime?) -> FrameStreamError {
    guard start != nil || end != nil else { return .malformed(file: name, reason: "it has no frames") }
    let part = (start.map { " from \($0.seconds) s" } ?? "") + (end.map { " to \($0.seconds) s" } ?? "")
    let length = file?.duration.map { "it is \(($0.seconds * 1000).rounded() / 1000) s long; " } ?? ""
    return .unreadable(file: name, reason: "\(length)it has no frames\(part)")
  }

  /// Warnings of the frames that were read, a sentence each.
  ///
  /// - Parameter counts: the counts of those frames.
  package func warnings(of counts: FrameCounts) -> [String] {
    (pictureWarnings?.messages ?? []) + [counts.damageWarning].compactMap(\.self)
  }

  /// Checks that effects can be drawn on the frames.
  ///
  /// - Throws: `FrameStreamError.unsupported` for a movie of high dynamic range or with interlaced pictures.
  public func requireRenderable() throws(FrameStreamError) {
    guard !isInterlacedStream else {
      throw .unsupported(
        file: name,
        reason: "its pictures are interlaced; deinterlace them first, for instance with FFmpeg's filter bwdif")
    }
    try file?.requireRenderable()
  }

  private init(
    name: String, frames: FrameSequence, frameRate: Double?, frameCount: Int? = nil, file: VideoFile? = nil,
    pictures: [URL] = [], pictureWarnings: PictureWarnings? = nil, isLive: Bool = false,
    pixelAspectRatio: PixelAspectRatio = .square, isInterlacedStream: Bool = false
  ) {
    self.name = name
    self.frames = frames
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.file = file
    self.pictures = pictures
    self.pictureWarnings = pictureWarnings
    self.isLive = isLive
    self.pixelAspectRatio = file?.format.pixelAspectRatio ?? pixelAspectRatio
    self.isInterlacedStream = isInterlacedStream
  }
}

extension MediaTime {
  /// The time plus that of an origin, in the origin's unit.
  fileprivate func counted(from origin: MediaTime) -> MediaTime {
    origin.value == 0 ? self : origin + converted(toTimescale: origin.timescale)
  }
}
