import MatteKit
import SystemPackage

/// Makes movie files of movie files. May be shared by threads.
package protocol MovieFileProcessor: Sendable {
  /// The most memory, in bytes, that processing takes beside what is in use before.
  ///
  /// - Parameter container: the container of the result.
  /// - Throws: the errors of ``process(_:to:overwriting:reporting:)`` for a file that is no movie.
  func requiredMemory(for movie: FilePath, as container: MovieContainer) throws -> Int

  /// Writes the result, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - output: the file to write; its extension says what kind it is.
  ///   - report: is called after each frame.
  /// - Throws: `CancellationError` if the task is cancelled; nothing is left then.
  func process(
    _ movie: FilePath, to output: FilePath, overwriting: Bool,
    reporting report: @escaping @Sendable (MovieProgress) -> Void
  ) async throws -> ProcessedMovie
}
