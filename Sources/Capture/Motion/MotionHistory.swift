import Imaging

/// The motion of the last seconds, from which the motion at the time of a frame is interpolated. A value.
///
/// ```swift
/// var motion = MotionHistory()
/// for sample in samples { motion.append(sample) }        // at least twice as many as frames
/// let atFrame = motion.sample(at: frame.time)
/// ```
/// Convert the times of a sensor with a clock of its own by a ``ClockRelation`` first.
public struct MotionHistory: Sendable {
  /// The samples, in the order of their times.
  public private(set) var samples: [MotionSample] = []
  /// The duration for which samples are kept.
  public let duration: MediaTime

  /// Creates an empty history.
  ///
  /// - Parameter duration: the duration for which samples are kept.
  public init(keeping duration: MediaTime = MediaTime(value: 5, timescale: 1)) { self.duration = duration }

  /// Inserts a sample in the order of times. A sample that is too old, or has the time of another one, is ignored.
  public mutating func append(_ sample: MotionSample) {
    let place = samples.lastIndex { $0.time <= sample.time }.map { $0 + 1 } ?? 0
    if place > 0, samples[place - 1].time == sample.time { return }
    samples.insert(sample, at: place)
    guard let last = samples.last else { return }
    samples.removeAll { last.time - $0.time > duration }
  }

  /// The last sample at or before a time, and the first one after it; nil if one of them is missing.
  public func samples(around time: MediaTime) -> (before: MotionSample, after: MotionSample)? {
    guard let place = samples.lastIndex(where: { $0.time <= time }) else { return nil }
    if samples[place].time == time { return (samples[place], samples[place]) }
    return place + 1 < samples.count ? (samples[place], samples[place + 1]) : nil
  }

  /// The motion at a time, interpolated between the samples around it; nil if one of them is missing.
  public func sample(at time: MediaTime) -> MotionSample? {
    guard let (before, after) = samples(around: time) else { return nil }
    guard before.time < after.time else { return before }
    let share = (time - before.time).seconds / (after.time - before.time).seconds
    return MotionSample(
      time: time, rotationRate: before.rotationRate + (after.rotationRate - before.rotationRate) * share,
      acceleration: before.acceleration + (after.acceleration - before.acceleration) * share)
  }

  /// Whether there are at least two samples for the duration of each frame, in all of the history.
  ///
  /// - Parameter frameDuration: the duration of a frame.
  public func isDense(forFramesOf frameDuration: MediaTime) -> Bool {
    samples.count > 1 && zip(samples, samples.dropFirst()).allSatisfy { ($1.time - $0.time) * 2 <= frameDuration }
  }
}
