import Capture

/// Whether something is refused as not supported, rather than done or failed otherwise.
func isRefused(_ body: () throws(CaptureError) -> Void) -> Bool {
  do throws(CaptureError) { try body() } catch {
    if case .unsupported = error { return true }
  }
  return false
}
