import SystemPackage

/// Where results go, and what is known there of those that were made before. May be shared by threads.
protocol ResultStore: Sendable {
  /// What reports call a result.
  func place(of relative: FilePath) -> FilePlace

  /// What is to be done with a photo whose result goes to a place. The place is the run's own from then on, where it is to
  /// be made.
  ///
  /// - Throws: why there must be no result there.
  func examine(_ result: ResultIdentity, isPlan: Bool) throws -> ResultState

  /// Writes a result, whole or not at all, the mattes beside it first.
  ///
  /// - Parameter replaced: what it takes the place of; nil for nothing, so that what is there stays.
  /// - Returns: whether it was made now, and not by somebody else meanwhile; with warnings.
  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, over replaced: ReplacedResult?
  ) throws -> (isOwn: Bool, warnings: [String])

  /// Waits until all that was recorded is safe.
  func synchronize()
}
