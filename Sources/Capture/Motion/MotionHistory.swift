import Imaging

/// The motion of the last seconds, by which frames get the motion at their time. A value.
///
/// ```swift
/// var motion = MotionHistory()
/// for sample in samples { motion.append(sample) }        // at least twice as many as frames
/// let atFrame = motion.sample(at: frame.time)
/// ```
/// Samples of a sensor whose clock is not the session's are converted before (``ClockRelation``).
public struct MotionHistory: Sendable {
  /// The samples, in the order of their times.
  public private(set) var samples: [MotionSample] = []
  /// How long samples are kept.
  public let duration: MediaTime

  /// Creates an empty history.
  ///
  /// - Parameter duration: how long samples are kept.
  public init(keeping duration: MediaTime = MediaTime(value: 5, timescale: 1)) { self.duration = duration }

  /// Adds a sample at its place; one that is older than those that are kept, or of the same time as another, is left out.
  public mutating func append(_ sample: MotionSample) {
    let place = samples.lastIndex { $0.time <= sample.time }.map { $0 + 1 } ?? 0
    if place > 0, samples[place - 1].time == sample.time { return }
    samples.insert(sample, at: place)
    guard let last = samples.last else { return }
    samples.removeAll { last.time - $0.time > duration }
  }

  /// The samples around a moment: the last at or before it, and the first after it; nil where there is none of either.
  public func samples(around time: MediaTime) -> (before: MotionSample, after: MotionSample)? {
    guard let place = samples.lastIndex(where: { $0.time <= time }) else { return nil }
    if samples[place].time == time { return (samples[place], samples[place]) }
    return place + 1 < samples.count ? (samples[place], samples[place + 1]) : nil
  }

  /// The motion at a moment, between the samples around it; nil where there is none of either.
  public func sample(at time: MediaTime) -> MotionSample? {
    guard let (before, after) = samples(around: time) else { return nil }
    guard before.time < after.time else { return before }
    let share = (time - before.time).seconds / (after.time - before.time).seconds
    return MotionSample(
      time: time, rotationRate: before.rotationRate + (after.rotationRate - before.rotationRate) * share,
      acceleration: before.acceleration + (after.acceleration - before.acceleration) * share)
  }

  /// Whether samples come often enough for frames: at least twice in the time of a frame, all over what is kept.
  ///
  /// - Parameter frameDuration: the duration of a frame.
  public func isDense(forFramesOf frameDuration: MediaTime) -> Bool {
    samples.count > 1 && zip(samples, samples.dropFirst()).allSatisfy { ($1.time - $0.time) * 2 <= frameDuration }
  }
}
