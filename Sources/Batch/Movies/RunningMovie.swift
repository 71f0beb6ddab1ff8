import FoundationEssentials
import MatteKit

/// Another movie that advances with a stream: it begins at the first requested time, and repeats at its end. May be
/// shared by tasks.
actor RunningMovie {
  private let name: String
  private let frames: FrameSequence
  private var iterator: FrameSequence.Iterator
  private var current: Frame?
  private var next: Frame?
  /// The start of the movie's first frame, in seconds of the stream.
  private var start = 0.0
  private var firstTime = 0.0
  private var lastInterval = 0.04
  /// The end of the last frame, in the movie's own time; nil if it is not stated.
  private let endTime: MediaTime?

  init(contentsOf url: URL) throws(FrameStreamError) {
    let movie = try VideoFile(contentsOf: url)
    try movie.requireRenderable()
    name = url.shownPath
    frames = movie.frames(as: .rgba8, keepingAlpha: movie.format.hasAlpha)
    endTime = movie.endTime
    iterator = frames.makeAsyncIterator()
  }

  /// The upright picture at a time of the stream; times never decrease. A movie of one frame is a picture.
  func picture(at time: MediaTime) async throws -> EffectValue.Picture {
    if current == nil { try await begin(at: time.seconds) }
    while true {
      guard let next else {
        guard let current, current.time.seconds > firstTime else { break }
        // Whole repetitions are skipped: a movie may be shorter than a frame of the stream.
        let length = length(endingWith: current)
        let rounds = ((time.seconds - start) / length).rounded(.down)
        guard rounds >= 1 else { break }
        try await begin(at: start + rounds * length)
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

  /// The duration of the movie, in seconds. If it does not state it, the last frame counts as long as the one before.
  private func length(endingWith last: Frame) -> Double {
    if let endTime, endTime > last.time { return endTime.seconds - firstTime }
    return last.time.seconds + lastInterval - firstTime
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
