/// The use of a frame's memory, which ends with the last copy of the frame. May be shared by threads.
package final class FrameLease: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: called once, on any thread, when the frame is released everywhere.
  package init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
