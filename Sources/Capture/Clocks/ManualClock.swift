import Imaging
import Synchronization

/// A clock that stands still until it is advanced, for tests: drops, rates and times are exact. May be shared by
/// threads.
///
/// ```swift
/// let clock = ManualClock()
/// let session = CaptureSession(clock: clock)
/// ...
/// await clock.advance(by: MediaTime(value: 1, timescale: 30))   // the frames that are due have been delivered
/// ```
public final class ManualClock: CaptureClock {
  private struct Sleeper {
    let time: MediaTime
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var time: MediaTime
    /// The tasks that wait, by the number of their timer.
    var sleepers: [Int: Sleeper] = [:]
    /// The timers that are in use.
    var timers: Set<Int> = []
    var lastTimer = 0
    /// The task that advances the clock. It waits until all timers wait for a later moment.
    var settling: CheckedContinuation<Void, Never>?

    var isSettled: Bool { timers.allSatisfy { sleepers[$0].map { $0.time > time } ?? false } }

    /// Removes and returns the tasks that need not wait any more, and the one that advances the clock if it is settled.
    mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
      let due = sleepers.filter { $0.value.time <= time }
      for number in due.keys { sleepers[number] = nil }
      guard due.isEmpty, isSettled, let settling else { return due.values.map(\.continuation) }
      self.settling = nil
      return [settling]
    }
  }

  private let state: Mutex<State>

  /// - Parameter time: the initial time.
  public init(time: MediaTime = .zero) { state = Mutex(State(time: time)) }

  public var time: MediaTime { state.withLock { $0.time } }

  public func makeTimer() -> any CaptureTimer {
    let number = state.withLock { state in
      state.lastTimer += 1
      state.timers.insert(state.lastTimer)
      return state.lastTimer
    }
    return Timer(clock: self, number: number)
  }

  /// Advances the clock. Returns when everything that was due is done: each timer then waits for a later time.
  ///
  /// The clock stops at each time that a timer waits for. Only one task may advance a clock.
  public func advance(by duration: MediaTime) async { await advance(to: time + duration) }

  /// Advances the clock to a time, as ``advance(by:)`` does. A time that is past changes nothing.
  public func advance(to time: MediaTime) async {
    await settle()
    while let next = state.withLock({ $0.sleepers.values.map(\.time).min() }), next <= time {
      set(next)
      await settle()
    }
    set(time)
  }

  private func set(_ time: MediaTime) { state.withLock { $0.time = max($0.time, time) } }

  private func settle() async {
    await withCheckedContinuation { continuation in
      resume { $0.settling = continuation }
    }
  }

  /// Makes a change, and resumes those that waited for it.
  private func resume(after change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      return state.takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  private final class Timer: CaptureTimer {
    let clock: ManualClock
    let number: Int

    init(clock: ManualClock, number: Int) {
      self.clock = clock
      self.number = number
    }

    deinit { invalidate() }

    func wait(until time: MediaTime) async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // This includes a task that was cancelled before.
          guard !Task.isCancelled else { return continuation.resume() }
          clock.resume { state in
            guard state.timers.contains(number) else { return continuation.resume() }
            state.sleepers[number] = Sleeper(time: time, continuation: continuation)
          }
        }
      } onCancel: {
        invalidate()
      }
    }

    func invalidate() {
      clock.resume { state in
        state.timers.remove(number)
        if let sleeper = state.sleepers.removeValue(forKey: number) { sleeper.continuation.resume() }
      }
    }
  }
}
