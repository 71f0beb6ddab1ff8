import FoundationEssentials
import MatteKit
import Synchronization

/// The frames of a source from which a result is made: those of a time range, relative to its start. Scenes of them have
/// the size of the result.
struct MovieFrames: AsyncSequence, Sendable {
  typealias Failure = any Error

  let source: MovieSource
  let options: MovieOptions
  /// Whether the frames before the range are included, with times before 0, so that faces have the identities of the
  /// whole movie.
  let includesEarlier: Bool
  private let record = Record()
  /// Whether the frames have the size of the result.
  private var isReduced = false
  /// Counts the frames of a camera that came too fast.
  private let counts = FrameCounts()

  init(source: MovieSource, options: MovieOptions, includingEarlier includesEarlier: Bool = false) {
    self.source = source
    self.options = options
    self.includesEarlier = includesEarlier
  }

  /// The frames with what an analysis finds in them and in later ones.
  func scenes(_ analysis: SceneAnalysis) -> SceneSequence {
    let later = source.sampled.map { sampled in
      var later = MovieFrames(source: sampled, options: options)
      later.isReduced = true
      return later
    }
    return scenes(analysis, lookingAheadIn: later, reducing: reduction)
  }

  /// Reduces a frame to the size of the result; nil if frames keep theirs.
  private var reduction: FrameReduction? {
    guard let size = options.fittingSize else { return nil }
    let shape = source.pixelAspectRatio
    return { frame in
      var frame = frame
      try MovieFrames.fit(&frame, of: shape, into: size)
      return frame
    }
  }

  /// Warnings of changes of the frames so far, a sentence each.
  var warnings: [String] {
    let count = record.movedTimes.load(ordering: .relaxed)
    let moved =
      count == 0
      ? [] : ["\(count) frames have times that are not after the ones before; they are shown right after those"]
    return source.warnings(of: record.counts) + moved + counts.dropWarnings
  }

  /// Whether an image sequence ended with a picture that cannot follow those before in a movie; those are complete.
  var endedAtAnotherShape: Bool { !source.pictures.isEmpty && record.hasAnotherShape.load(ordering: .relaxed) }

  /// The start of the first frame, in the time of these frames: 0 if a part of the source is taken.
  var startTime: MediaTime { options.start == nil ? source.startTime : .zero }

  /// The end of the last frame, in the time of these frames; nil if the source does not state it.
  var endTime: MediaTime? {
    guard let last = source.endTime else { return nil }
    let end = source.time(options.end).map { Swift.min($0, last) } ?? last
    return source.time(options.start).map { end - $0 } ?? end
  }

  /// The counts and warnings of the frames so far.
  fileprivate final class Record: Sendable {
    /// Number of frames whose time was not after the one before.
    let movedTimes = Atomic<Int>(0)
    /// The counts of the frames in the range.
    let counts = FrameCounts()
    /// Whether one had another size or orientation.
    let hasAnotherShape = Atomic<Bool>(false)
  }

  func makeAsyncIterator() -> Iterator {
    // A camera does not wait.
    let frames = source.isLive ? source.frames.delivered(.latest, counting: counts) : source.frames
    return Iterator(
      frames: frames.makeAsyncIterator(), source: source, options: options, includesEarlier: includesEarlier,
      reduction: isReduced ? reduction : nil, record: record)
  }

  struct Iterator: AsyncIteratorProtocol {
    private var frames: FrameSequence.Iterator
    private let source: MovieSource
    private let options: MovieOptions
    /// The start and the end of the range, in the frames' own time.
    private let (start, end): (MediaTime?, MediaTime?)
    /// A frame that is shown for less than this after the start is dropped: times are given in decimal fractions.
    private static let leastShown = MediaTime(value: 1, timescale: 1000)
    /// The size and orientation of the first frame.
    private var shape: (size: PixelSize, orientation: Orientation)?
    private var lastTime: MediaTime?
    /// The last frame before the range, which is still shown at its start.
    private var shown: Frame?
    /// The first frame of the range that follows ``shown``.
    private var following: Frame?
    private let includesEarlier: Bool
    private let reduction: FrameReduction?
    private let record: Record
    /// The index of the next frame; for an image sequence, that of its file.
    private var index = 0

    fileprivate init(
      frames: FrameSequence.Iterator, source: MovieSource, options: MovieOptions, includesEarlier: Bool,
      reduction: FrameReduction?, record: Record
    ) {
      self.frames = frames
      self.source = source
      (start, end) = (source.time(options.start), source.time(options.end))
      self.options = options
      self.includesEarlier = includesEarlier
      self.reduction = reduction
      self.record = record
    }

    /// The next frame of the source from the start on. The first is the one that is shown at the start.
    private mutating func nextOfSpan() async throws -> Frame? {
      if let frame = following {
        following = nil
        return frame
      }
      while let frame = try await frames.next() {
        guard let start, !includesEarlier else { return frame }
        if frame.time < start {
          index += shown == nil ? 0 : 1
          shown = frame
          continue
        }
        guard var first = shown else { return frame }
        shown = nil
        // In the frames' own unit, which the movie takes from its first frame.
        let begin = start.converted(toTimescale: first.time.timescale)
        if frame.time <= start + Self.leastShown || frame.time <= begin {
          index += 1
          return frame
        }
        first.time = begin
        following = frame
        return first
      }
      guard let start, let end = source.latestEndTime, start < end, var last = shown else { return nil }
      shown = nil
      last.time = start.converted(toTimescale: last.time.timescale)
      return last
    }

    mutating func next() async throws -> Frame? {
      while var frame = try await nextReadable() {
        defer { index += 1 }
        if let end, frame.time >= end { return nil }
        try check(frame)
        record.counts.deliver(isDamaged: frame.attachments.isDamaged)
        advance(&frame)
        if let reduction { frame = try reduction(frame) }
        if let start { frame.time = try frame.time.since(start, in: source.name) }
        return frame
      }
      return nil
    }

    /// The next frame of the range. An error of a damaged movie states how to keep the frames before it.
    private mutating func nextReadable() async throws -> Frame? {
      do {
        return try await nextOfSpan()
      } catch FrameStreamError.malformed(let file, let reason) where source.file != nil && lastTime != nil {
        let seconds = lastTime.map(source.timeSinceStart)?.seconds ?? 0
        // The first frame at or after the end of the range is not taken; those after it are not read.
        let rounded = (seconds * 1000).rounded(.down) / 1000
        guard rounded > (options.start?.seconds ?? 0) else {
          throw FrameStreamError.malformed(file: file, reason: reason)
        }
        throw ProcessingError.damagedEnd(.malformed(file: file, reason: reason), seconds: rounded)
      }
    }

    /// Damaged movies have frames with equal or decreasing times, which no container allows.
    private mutating func advance(_ frame: inout Frame) {
      defer { lastTime = frame.time }
      guard let lastTime, frame.time <= lastTime, lastTime.value < .max else { return }
      frame.time = MediaTime(value: lastTime.value + 1, timescale: lastTime.timescale)
      record.movedTimes.wrappingAdd(1, ordering: .relaxed)
    }

    /// Refuses a frame that cannot follow those before in a movie.
    private mutating func check(_ frame: Frame) throws(FrameStreamError) {
      let shape = shape ?? (frame.size, frame.orientation)
      self.shape = shape
      guard shape.size != frame.size || shape.orientation != frame.orientation else { return }
      record.hasAnotherShape.store(true, ordering: .relaxed)
      let isTurned = shape.size == frame.size
      guard source.pictures.indices.contains(index) else {
        let change = isTurned ? "are turned another way" : "change from \(shape.size) to \(frame.size) pixels"
        throw .unsupported(
          file: source.name,
          reason:
            "its frames \(change) at \(source.timeSinceStart(frame.time).seconds) s, and a movie has one size; process the parts before and after one by one"
        )
      }
      let change = isTurned ? "is turned another way than" : "has \(frame.size) pixels and not the \(shape.size) of"
      throw .unsupported(
        file: source.pictures[index].shownPath,
        reason: "it \(change) the pictures before it, which are written; name pictures of one size by a pattern")
    }
  }

  /// The size of a frame scaled down, with its aspect ratio, to fit when upright and displayed with its pixel aspect
  /// ratio; both sides are even.
  fileprivate static func fit(_ frame: inout Frame, of shape: PixelAspectRatio, into size: PixelSize) throws {
    let room = frame.orientation.inverse.apply(to: size)
    let own = frame.size
    // Wide pixels make the displayed picture wider than the stored one, tall pixels make it taller.
    let ratio = Double(shape.horizontalSpacing) / Double(shape.verticalSpacing)
    let shown = (width: Double(own.width) * Swift.max(1, ratio), height: Double(own.height) * Swift.max(1, 1 / ratio))
    let scale = Swift.min(1, Double(room.width) / shown.width, Double(room.height) / shown.height)
    guard scale < 1 else { return }
    // The nearest even length that is not beyond the room.
    func even(_ length: Int, _ room: Int, _ stretch: Double) -> Int {
      let nearest = Int((Double(length) * scale / 2).rounded()) * 2
      return Swift.max(2, Double(nearest) * stretch > Double(room) + 1e-6 ? nearest - 2 : nearest)
    }
    let target = PixelSize(
      width: even(own.width, room.width, Swift.max(1, ratio)),
      height: even(own.height, room.height, Swift.max(1, 1 / ratio)))
    let pixels = frame.pixels
    guard pixels.alphaType == .straight else {
      frame.pixels = try pixels.resized(to: target)
      return
    }
    // Colours of invisible pixels are ignored.
    frame.pixels = AreaReduction(from: own, to: target, of: pixels.format, alphaType: .straight).reduced(pixels)
  }
}

extension MediaTime {
  /// The time counted from `start`, in its own unit.
  fileprivate func since(_ start: MediaTime, in name: String) throws(FrameStreamError) -> MediaTime {
    // Seconds with a decimal fraction rarely fall on a stream's unit; the nearest unit is exact to half of it.
    let (difference, overflows) = value.subtractingReportingOverflow(start.converted(toTimescale: timescale).value)
    guard !overflows else { throw .malformed(file: name, reason: "a frame's time, \(seconds) s, is out of all bounds") }
    return MediaTime(value: difference, timescale: timescale)
  }
}
