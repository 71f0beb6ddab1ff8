import Imaging

/// The parts of a movie that are played slower and faster, and the treatment of their sound. A value.
public struct MovieRetiming: Sendable, Hashable {
  /// The parts, in order, disjoint.
  public var scalings: [TimeScaling]
  /// The treatment of the sound's pitch.
  public var pitchAlgorithm: AudioTimePitchAlgorithm

  /// Creates a retiming.
  public init(_ scalings: [TimeScaling], pitchAlgorithm: AudioTimePitchAlgorithm = .spectral) {
    self.scalings = scalings
    self.pitchAlgorithm = pitchAlgorithm
  }

  /// The exact time in the result of a time of the movie: slower parts before it delay it.
  public func time(of time: MediaTime) -> MediaTime {
    scalings.reduce(time) { sum, scaling in
      let end = scaling.end.map { min($0, time) } ?? time
      guard end > scaling.start else { return sum }
      let length = end - scaling.start
      let change = Int64(scaling.rate.denominator) - Int64(scaling.rate.numerator)
      let (timescale, overflows) = length.timescale.multipliedReportingOverflow(by: scaling.rate.numerator)
      // A unit too fine for a time is rounded like converted times.
      guard overflows else { return sum + MediaTime(value: length.value, timescale: timescale) * change }
      let rounded = (length * change).value / Int64(scaling.rate.numerator)
      return sum + MediaTime(value: rounded, timescale: length.timescale)
    }
  }

  /// - Throws: ``FrameStreamError/unsupported(file:reason:)`` for parts that overlap or are empty, rates out of
  ///   1/32...32, units finer than a microsecond.
  func check(file: String) throws(FrameStreamError) {
    func refuse(_ reason: String) -> FrameStreamError { .unsupported(file: file, reason: reason) }
    guard !scalings.isEmpty else { throw refuse("no part of it is to be slower or faster; give one") }
    for (index, scaling) in scalings.enumerated() {
      // A movie may begin before 0, and its first part with it.
      if index > 0, scalings[index - 1].end.map({ scaling.start < $0 }) ?? true {
        throw refuse(
          "the part from \(scaling.start.seconds) s on begins before the part before it ends; parts follow one another")
      }
      if let end = scaling.end, end <= scaling.start {
        throw refuse("the part from \(scaling.start.seconds) to \(end.seconds) s has no length")
      }
      guard scaling.rate.value >= PlaybackRate.slowest.value, scaling.rate.value <= PlaybackRate.fastest.value else {
        throw refuse("the rate \(scaling.rate) is not between 1/32 and 32")
      }
      guard scaling.start.timescale <= Self.finestUnit, (scaling.end?.timescale ?? 1) <= Self.finestUnit else {
        throw refuse("the edges of its parts are to be in units of a microsecond or coarser")
      }
    }
  }

  private static let finestUnit: Int32 = 1_000_000
}
