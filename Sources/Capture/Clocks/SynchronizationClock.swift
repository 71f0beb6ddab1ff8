import Imaging
import Synchronization

/// The clock of all times of a session (AVFoundation's `synchronizationClock`). It follows the session's sound if there
/// is some, because samples of sound cannot be dropped or repeated; otherwise the session's own clock. May be shared by
/// threads.
public final class SynchronizationClock: CaptureClock {
  private struct State {
    var synchronizer: ClockSynchronizer?
    /// The relation at the end of the sound, which stays in effect.
    var relation: ClockRelation
  }

  private let clock: any CaptureClock
  private let state: Mutex<State>

  init(_ clock: any CaptureClock) {
    self.clock = clock
    state = Mutex(State(relation: ClockRelation(source: .zero, target: .zero)))
  }

  public var time: MediaTime { convert(clock.time) }

  /// The relation from the session's own clock to this one.
  public var relation: ClockRelation {
    state.withLock { $0.synchronizer?.relation ?? $0.relation }
  }

  /// Converts a time of the session's own clock to this one.
  public func convert(_ time: MediaTime) -> MediaTime {
    let relation = relation
    // Exactly, where there is nothing to convert.
    return relation.rate == 1 && relation.source == relation.target ? time : relation.convert(time)
  }

  /// Sound has begun.
  ///
  /// - Returns: the time of its first sample.
  func beginSound(at time: MediaTime) -> MediaTime {
    let start = convert(time)
    state.withLock { $0.synchronizer = ClockSynchronizer(source: time, target: start) }
    return start
  }

  /// Relates a moment of the session's own clock to one of the sound's.
  func observe(_ time: MediaTime, sound: MediaTime) {
    state.withLock { $0.synchronizer?.observe(source: time, target: sound) }
  }

  /// Sound has ended; the clock goes on at the session's rate.
  func endSound(at time: MediaTime) {
    state.withLock { state in
      guard let relation = state.synchronizer?.relation else { return }
      state.relation = ClockRelation(source: time, target: relation.convert(time))
      state.synchronizer = nil
    }
  }

  public func makeTimer() -> any CaptureTimer { Timer(self, clock.makeTimer()) }

  private final class Timer: CaptureTimer {
    let clock: SynchronizationClock
    let timer: any CaptureTimer

    init(_ clock: SynchronizationClock, _ timer: any CaptureTimer) {
      self.clock = clock
      self.timer = timer
    }

    func wait(until time: MediaTime) async { await timer.wait(until: clock.relation.inverse.convert(time)) }
    func invalidate() { timer.invalidate() }
  }
}
