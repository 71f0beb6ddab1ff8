/// The number of frames that wait in an output, and its limit, which does not count for frames that the session held
/// back. A value.
struct WaitingFrames {
  /// Maximum number of other frames that wait.
  private let limit: Int
  private var count = 0
  /// Frames that the session held back, and that are still to come.
  private var expected = 0
  /// Frames that wait beyond the limit, because the session held them back.
  private var held = 0

  /// - Parameter limit: maximum number of frames that wait, unless they were held back.
  init(limit: Int) { self.limit = limit }

  /// Lets held frames, which come at once, wait in addition to others.
  mutating func expect(heldFrames count: Int) { expected += count }

  /// Adds a frame.
  ///
  /// - Returns: false if too many wait, so that it is to be dropped.
  mutating func add() -> Bool {
    if expected > 0 {
      expected -= 1
      held += 1
    } else if count >= limit + held {
      return false
    }
    count += 1
    return true
  }

  /// Removes a frame, which waits no more.
  mutating func remove() {
    count -= 1
    held = min(held, count)
  }
}
