import CFFmpeg
import Imaging

/// A part of a movie that is played slower or faster (AVFoundation's `scaleTimeRange(_:toDuration:)`). A value.
public struct TimeScaling: Sendable, Hashable {
  /// The beginning of the part, in the movie's time.
  public var start: MediaTime
  /// The end of the part, in the movie's time; nil for the movie's end.
  public var end: MediaTime?
  /// The playback rate of the part.
  public var rate: PlaybackRate

  /// Creates a scaling; of everything after `start` by default.
  public init(start: MediaTime = .zero, end: MediaTime? = nil, rate: PlaybackRate) {
    self.start = start
    self.end = end
    self.rate = rate
  }

  var code: cffmpeg_scaling {
    let end = end ?? start
    return cffmpeg_scaling(
      from: cffmpeg_time(numerator: start.value, denominator: Int64(start.timescale)),
      to: cffmpeg_time(numerator: end.value, denominator: Int64(end.timescale)), has_end: self.end == nil ? 0 : 1,
      rate: cffmpeg_rational(numerator: rate.numerator, denominator: rate.denominator))
  }
}
