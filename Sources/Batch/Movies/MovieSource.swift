import FoundationEssentials
import MatteKit

/// Frames with what is known of them before they are read: a movie's, an image sequence's, a camera's or a pipe's.
public struct MovieSource: Sendable {
  /// What messages call it.
  public let name: String
  /// The frames.
  public let frames: FrameSequence
  /// Nominal frames per second; nil if unknown. The frames' own times decide.
  public let frameRate: Double?
  /// About how many frames there are; nil if unknown.
  public let frameCount: Int?
  /// The movie file, whose sound and metadata a result takes over; nil for other sources.
  public let file: VideoFile?
  /// Whether frames come in real time, so that those that nobody takes in time are lost.
  public let isLive: Bool

  /// The frames of a movie file from `start` on.
  ///
  /// - Throws: ``FrameStreamError`` if the file is no movie.
  public init(movie url: URL, from start: MediaTime? = nil) throws(FrameStreamError) {
    let file = try VideoFile(contentsOf: url)
    let seconds = file.duration.map { max(0, $0.seconds - (start?.seconds ?? 0)) }
    let estimate = seconds.flatMap { seconds in file.nominalFrameRate.map { Int((seconds * $0).rounded()) } }
    let count = start == nil ? file.format.frameCount ?? estimate : estimate
    // More than 8 bits stay.
    let format: FramePixelFormat = (file.format.bitsPerComponent ?? 8) > 8 ? .rgba16 : .rgba8
    self.init(
      name: url.path, frames: file.frames(from: start, as: format), frameRate: file.nominalFrameRate, frameCount: count,
      file: file)
  }

  /// The pictures of an image sequence.
  public init(_ sequence: ImageSequence, name: String) {
    let rate = Double(sequence.frameRate.numerator) / Double(sequence.frameRate.denominator)
    self.init(name: name, frames: sequence.frames, frameRate: rate, frameCount: sequence.files.count)
  }

  /// The frames of a y4m stream.
  public init(_ stream: Y4MStream, name: String) {
    self.init(name: name, frames: stream.frames, frameRate: stream.nominalFrameRate)
  }

  /// The frames that a camera gives from now on.
  public init(_ camera: Camera) {
    self.init(name: camera.device, frames: camera.frames, frameRate: camera.nominalFrameRate, isLive: true)
  }

  /// Checks that effects can be drawn on the frames.
  ///
  /// - Throws: ``FrameStreamError/unsupported(file:reason:)`` for a movie of high dynamic range or with interlaced pictures.
  public func requireRenderable() throws(FrameStreamError) { try file?.requireRenderable() }

  private init(
    name: String, frames: FrameSequence, frameRate: Double?, frameCount: Int? = nil, file: VideoFile? = nil,
    isLive: Bool = false
  ) {
    self.name = name
    self.frames = frames
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.file = file
    self.isLive = isLive
  }
}
