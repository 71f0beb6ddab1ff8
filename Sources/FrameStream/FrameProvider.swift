import Imaging

/// Delivers frames one after the other, each to one of the callers. May be shared by threads.
package protocol FrameProvider: AnyObject, Sendable {
  /// The next frame, or nil at the end and when the task is cancelled. After an error there are no more.
  func next(isolation: isolated (any Actor)?) async throws(FrameStreamError) -> Frame?
}
