import MatteKit

/// The files of a run that were not started. They are taken from the list on demand; those that were taken have their
/// places in the journal.
struct WaitingFiles<Files: IteratorProtocol<PlannedFile> & Sendable>: Sendable {
  private var list: Files
  /// Files whose places are claimed, in reverse order.
  private var claimed: [PlannedFile] = []
  /// Movies that let photos pass.
  private var movies: ArraySlice<PlannedFile> = []

  /// Number of places that are claimed together, because each claim waits for the disk.
  private static var portion: Int { 1024 }

  init(_ list: Files) { self.list = list }

  /// Takes files from the list, and claims their places. To be called when all that were taken are returned.
  ///
  /// - Returns: whether there were any.
  /// - Throws: `unwritable` if the journal cannot be written.
  @discardableResult mutating func claimMore(_ ledger: RunLedger) throws(PhotoFileError) -> Bool {
    var files: [PlannedFile] = []
    while files.count < Self.portion, let file = list.next() { files.append(file) }
    try ledger.claim(files)
    claimed = files.reversed()
    return !files.isEmpty
  }

  /// The next file; nil if none is left, or only movies, which are not requested.
  ///
  /// - Throws: `unwritable` if the journal cannot be written.
  mutating func next(movies isMovieWanted: Bool, claimedIn ledger: RunLedger) throws(PhotoFileError) -> PlannedFile? {
    // A file is taken without moving the thousands of others.
    if isMovieWanted, let movie = movies.popFirst() { return movie }
    while true {
      while let file = claimed.popLast() {
        if isMovieWanted || !file.format.isMovie { return file }
        movies.append(file)
      }
      guard try claimMore(ledger) else { return nil }
    }
  }
}
