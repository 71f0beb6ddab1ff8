import FoundationEssentials
import MatteKit

/// Another movie that runs along with a stream, from its beginning, and over again when it ends. May be shared by tasks.
actor RunningMovie {
  private let name: String
  private let isLive: Bool
  private let frames: FrameSequence
  private var iterator: FrameSequence.Iterator
  private var current: Frame?
  private var next: Frame?
  /// When the movie's first frame is shown, in seconds of the stream.
  private var start = 0.0
  private var firstTime = 0.0
  private var lastInterval = 0.04

  /// - Parameter isLive: whether the movie begins with the first moment that is asked for, and not at the stream's time 0.
  init(contentsOf url: URL, live isLive: Bool = false) throws(FrameStreamError) {
    self.isLive = isLive
    let movie = try VideoFile(contentsOf: url)
    try movie.requireRenderable()
    name = url.path
    frames = movie.frames
    iterator = frames.makeAsyncIterator()
  }

  /// The picture that is shown at a time of the stream, upright; times never go back.
  func picture(at time: MediaTime) async throws -> EffectValue.Picture {
    if current == nil { try await begin(at: isLive ? time.seconds : min(time.seconds, 0)) }
    while true {
      guard let next else {
        // After the last frame as long as between it and the one before.
        guard let current, time.seconds >= start + current.time.seconds - firstTime + lastInterval else { break }
        try await begin(at: start + current.time.seconds - firstTime + lastInterval)
        continue
      }
      guard start + next.time.seconds - firstTime <= time.seconds else { break }
      if let current { lastInterval = max(0.001, next.time.seconds - current.time.seconds) }
      current = next
      self.next = try await read()
    }
    guard let current else { throw FrameStreamError.malformed(file: name, reason: "it has no frames") }
    return EffectValue.Picture(
      image: Image(current.pixels).oriented(current.orientation),
      size: current.orientation.apply(to: current.pixels.size), source: name, isMovie: true)
  }

  private func begin(at time: Double) async throws {
    iterator = frames.makeAsyncIterator()
    guard let first = try await read() else {
      if Task.isCancelled { throw CancellationError() }
      throw FrameStreamError.malformed(file: name, reason: "it has no frames")
    }
    current = first
    firstTime = first.time.seconds
    start = time
    next = try await read()
  }

  private func read() async throws -> Frame? {
    // Copies of an iterator share its place.
    var iterator = iterator
    return try await iterator.next(isolation: self)
  }
}
