import MatteKit

/// The frames of a source that a result is made of: those of a span of time, counted from its start, at the size of the
/// result.
struct MovieFrames: AsyncSequence, Sendable {
  typealias Failure = any Error

  let source: MovieSource
  let options: MovieOptions

  func makeAsyncIterator() -> Iterator {
    Iterator(frames: source.frames.makeAsyncIterator(), name: source.name, options: options)
  }

  struct Iterator: AsyncIteratorProtocol {
    var frames: FrameSequence.Iterator
    let name: String
    let options: MovieOptions

    mutating func next() async throws -> Frame? {
      while var frame = try await frames.next() {
        if let start = options.start, frame.time < start { continue }
        if let end = options.end, frame.time >= end { return nil }
        if let size = options.fittingSize { frame.pixels = try MovieFrames.fitted(frame, into: size) }
        if let start = options.start { frame.time = try frame.time.since(start, in: name) }
        return frame
      }
      return nil
    }
  }

  /// The pixels of a frame, made smaller in their own shape until the upright frame fits; both sides are even.
  fileprivate static func fitted(_ frame: Frame, into size: PixelSize) throws -> PixelBuffer {
    let room = frame.orientation.inverse.apply(to: size)
    let pixels = frame.pixels
    let scale = Swift.min(
      1, Double(room.width) / Double(pixels.width), Double(room.height) / Double(pixels.height))
    guard scale < 1 else { return pixels }
    func even(_ length: Int) -> Int { Swift.max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
    return try pixels.resized(to: PixelSize(width: even(pixels.width), height: even(pixels.height)))
  }
}

extension MediaTime {
  /// The time counted from `start`, in a unit that holds both exactly.
  fileprivate func since(_ start: MediaTime, in name: String) throws(FrameStreamError) -> MediaTime {
    // Seconds with a decimal fraction rarely fall on a stream's unit; the nearest unit is exact to half of it.
    let offset = (start.seconds * Double(timescale)).rounded()
    let (difference, overflows) = value.subtractingReportingOverflow(Int64(exactly: offset) ?? .max)
    guard !overflows else { throw .malformed(file: name, reason: "a frame's time, \(seconds) s, is out of all bounds") }
    return MediaTime(value: difference, timescale: timescale)
  }
}
