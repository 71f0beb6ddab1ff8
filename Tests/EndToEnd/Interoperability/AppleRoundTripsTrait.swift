import Support
import Testing

/// Writes the files once for all tests of a suite.
struct AppleRoundTripsTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let trips = try AppleRoundTrips(in: folder.url)
    try await AppleRoundTrips.$current.withValue(trips) { try await function() }
    withExtendedLifetime(folder) {}
  }
}

extension Trait where Self == AppleRoundTripsTrait {
  static var appleRoundTrips: Self { Self() }
}
