import MatteKit
import SystemPackage

/// Makes movie files from movie files. May be shared by threads.
package protocol MovieFileProcessor: Sendable {
  /// The peak memory, in bytes, of the processing, in addition to what is in use before.
  ///
  /// - Parameter container: the container of the result.
  /// - Throws: the errors of ``process(_:to:overwriting:reporting:)`` for a file that is not a movie.
  func requiredMemory(for movie: FilePath, as container: MovieContainer) throws -> Int

  /// Writes the result, which appears complete or not at all.
  ///
  /// - Parameters:
  ///   - output: the file to write; its extension determines its kind.
  ///   - report: is called after each frame.
  /// - Throws: ``ProcessingError/cancelled`` if the task is cancelled; nothing remains then.
  func process(
    _ movie: FilePath, to output: FilePath, overwriting: Bool,
    reporting report: @escaping @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie
}
