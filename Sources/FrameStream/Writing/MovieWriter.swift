import CFFmpeg
import FoundationEssentials
import Glibc
import Imaging
import Kernels

/// Writes frames as a movie: H.264 in MP4, or what the file's extension stands for. Used by one thread or task at a time.
///
/// - Frames keep their times exactly, evenly spaced or not; MP4 cannot hold times before zero, so a movie that begins
///   before zero is refused there.
/// - Their orientation becomes the movie's, as phones write it; all frames have one size and orientation.
/// - The sound of another movie can be copied as it is, packet by packet.
/// - The file appears whole when ``finish()`` is called, or not at all.
///
/// ```swift
/// let movie = try MovieWriter(url: output, soundFrom: clip)
/// for try await frame in try VideoFile(contentsOf: clip).frames { try movie.write(changed(frame)) }
/// try movie.finish()
/// ```
public final class MovieWriter: FrameWriter {
  /// The file that is written.
  public let url: URL
  private let sound: URL?
  private let frameRate: Double
  private let rateFactor: Int32
  private let codec: VideoCodec
  private let overwrites: Bool
  private let scratch: URL
  private var movie: OpenMovie?

  /// - Parameters:
  ///   - url: the file; its extension says what kind it is to be (mp4, mov, mkv, webm, ...).
  ///   - frameRate: frames a second, approximately; the frames' own times decide.
  ///   - rateFactor: x264's constant rate factor, `0...51`: 0 is lossless, 18 visually lossless; higher values make
  ///     smaller files of lower quality.
  ///   - codec: how pictures are coded; the kind of file must hold it.
  ///   - soundFrom: a movie whose sound is taken over; one without any gives none.
  /// - Throws: ``FrameStreamError/unwritable(file:reason:)`` if the file is there already.
  public init(
    url: URL, frameRate: Double = 25, rateFactor: Int = 20, codec: VideoCodec = .usual, soundFrom sound: URL? = nil,
    overwriting: Bool = false
  ) throws(FrameStreamError) {
    self.url = url
    self.sound = sound
    self.frameRate = frameRate
    self.rateFactor = Int32(min(max(rateFactor, 0), 51))
    self.codec = codec
    overwrites = overwriting
    guard overwriting || !FileManager.default.fileExists(atPath: url.path) else {
      throw .unwritable(file: url.path, reason: "it exists already")
    }
    scratch = url.deletingLastPathComponent().appending(
      path: ".\(url.lastPathComponent).\(UUID().uuidString.prefix(8)).part")
  }

  deinit {
    guard movie != nil else { return }
    movie = nil
    try? FileManager.default.removeItem(at: scratch)
  }

  public func write(_ frame: Frame) throws(FrameStreamError) {
    let movie: OpenMovie
    if let opened = self.movie { movie = opened } else { movie = try open(for: frame) }
    self.movie = movie
    guard frame.pixels.size == movie.size, frame.orientation == movie.orientation else {
      throw .unwritable(file: url.path, reason: "frames of different sizes or orientations cannot be in one movie")
    }
    try movie.write(frame)
  }

  /// Ends the movie and puts it in its place.
  ///
  /// - Throws: ``FrameStreamError/unwritable(file:reason:)`` if there was no frame, or the disk is full.
  public func finish() throws(FrameStreamError) {
    guard let movie else { throw .unwritable(file: url.path, reason: "it has no frames") }
    try movie.finish()
    guard overwrites || !FileManager.default.fileExists(atPath: url.path) else {
      throw .unwritable(file: url.path, reason: "it has come into being meanwhile")
    }
    guard rename(scratch.path, url.path) == 0 else {
      throw .unwritable(file: url.path, reason: String(cString: strerror(errno)))
    }
    self.movie = nil
  }

  private func open(for frame: Frame) throws(FrameStreamError) -> OpenMovie {
    do {
      return try OpenMovie(
        scratch: scratch, url: url, size: frame.pixels.size, orientation: frame.orientation,
        timescale: frame.time.timescale, frameRate: frameRate, rateFactor: rateFactor,
        codec: codec, sound: sound)
    } catch {
      try? FileManager.default.removeItem(at: scratch)
      throw error
    }
  }
}
