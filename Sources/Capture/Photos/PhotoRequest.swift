/// A photo from its request to its end. Used by one thread at a time.
struct PhotoRequest: Sendable {
  let settings: PhotoSettings
  let resolved: ResolvedPhotoSettings
  let continuation: AsyncStream<PhotoOutput.Event>.Continuation

  func send(_ event: PhotoOutput.Event) { continuation.yield(event) }

  func finish(_ error: CaptureError? = nil) {
    continuation.yield(.didFinishCapture(resolved, error))
    continuation.finish()
  }
}
