import Support
import Testing

/// Writes the matrix once for all tests of a suite.
struct WrittenPhotosTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await WrittenPhotos.$current.withValue(try WrittenPhotos(in: folder.url)) { try await function() }
    withExtendedLifetime(folder) {}
  }
}

extension Trait where Self == WrittenPhotosTrait {
  static var writtenPhotos: Self { Self() }
}
