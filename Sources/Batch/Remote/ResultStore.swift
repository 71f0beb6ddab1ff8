import SystemPackage

/// The store of results, with the state of earlier ones. May be shared by threads.
protocol ResultStore: Sendable {
  /// The place of a result, as reports name it.
  func place(of relative: FilePath) -> FilePlace

  /// Decides what to do with a photo whose result has a place. If the result is to be made, the place belongs to this
  /// run from then on.
  ///
  /// - Throws: why there must be no result there.
  func examine(_ result: ResultIdentity, isPlan: Bool) throws -> ResultState

  /// Writes a result, completely or not at all, the mattes beside it first.
  ///
  /// - Parameter replaced: the object or file that it replaces; nil to replace nothing.
  /// - Returns: whether it was made now, and not by another program meanwhile; with warnings.
  func write(
    _ processed: ProcessedPhoto, as result: ResultIdentity, over replaced: ReplacedResult?
  ) throws -> (isOwn: Bool, warnings: [String])

  /// Waits until all records are on the disk.
  func synchronize()
}
