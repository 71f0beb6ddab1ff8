/// Waits for something to become true, at most 20 s; whether it did.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  for _ in 0..<10_000 {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return false
}
