import FoundationEssentials
import Glibc
import MatteKit
import Synchronization
import SystemPackage

/// A file beside the outputs that records completed work, so that a run that ends early, for whatever reason, can be
/// resumed.
///
/// Lines are only appended, each by one system call. Before work starts, the places of its outputs are recorded on the
/// disk; an output is recorded after it is synchronized to the disk itself. So a result without a record is at a place
/// that is known to be the journal's own, and is made again. If the journal or its folder is removed, it is restored
/// before the next output. May be shared by threads; other processes are locked out if the file system has locks.
package final class Journal: Sendable {
  private struct State {
    var file: FileDescriptor
    var length: Int64
    var known: Set<FilePath>
    let remembers: Bool
  }

  let path: FilePath
  private let state: Mutex<State>

  /// Opens or creates the journal of a recipe.
  ///
  /// - Parameters:
  ///   - known: places that need not be recorded again.
  ///   - remembers: whether claimed places are remembered too; needed if one may be claimed twice.
  /// - Throws: ``BatchError/busy(journal:)`` if another process has it, `unwritable` if it cannot be created.
  init(in folder: FilePath, recipe: String, shard: Shard?, known: Set<FilePath>, remembers: Bool = false) throws {
    path = folder.appending(JournalRecords.name(recipe: recipe, shard: shard))
    do {
      let file = try LineFile.open(path)
      do {
        guard FileLock.take(file) != .wouldBlock else { throw BatchError.busy(journal: path) }
        // A truncated line is removed, so that the next one is complete.
        let length = try LineFile.lengthOfWholeLines(in: file)
        if length < (try file.stat()).size { try file.resize(to: length) }
        state = Mutex(State(file: file, length: length, known: known, remembers: remembers))
      } catch {
        try? file.close()
        throw error
      }
    } catch let error as BatchError {
      throw error
    } catch {
      throw PhotoFileError.cannotWrite(path.shown, error)
    }
  }

  deinit { state.withLock { try? $0.file.close() } }

  /// Records places as the journal's own from now on, and waits until the records are on the disk.
  func claim(_ places: [FilePath]) throws(PhotoFileError) {
    try state.withLock { state throws(PhotoFileError) in
      var claimed: Set<FilePath> = []
      let new = places.filter { !state.known.contains($0) && claimed.insert($0).inserted }
      guard !new.isEmpty else { return }
      try append(new.map { JournalRecords.Line(place: $0.percentEncoded) }, to: &state)
      guard fsync(state.file.rawValue) == 0 else { throw failure(Errno(rawValue: errno)) }
      AtomicFile.synchronize(folder: path.folder)
      if state.remembers { state.known.formUnion(claimed) }
    }
  }

  /// Restores the journal's file if it was removed, with all of its contents, synchronized to the disk. To be called
  /// before an output is written.
  func restore() throws(PhotoFileError) { try state.withLock { state throws(PhotoFileError) in try restore(&state) } }

  private func restore(_ state: inout State) throws(PhotoFileError) {
    guard LineFile.hasMoved(state.file, from: path) else { return }
    let remade: (file: FileDescriptor, length: Int64)?
    do {
      remade = try LineFile.remake(path, from: state.file, length: state.length)
    } catch {
      throw (error as? PhotoFileError) ?? failure(error)
    }
    guard let remade else {
      throw .unwritable(file: path.shown, reason: "it was removed, and another run uses one of that name now")
    }
    try? state.file.close()
    (state.file, state.length) = remade
    AtomicFile.synchronize(folder: path.folder)
  }

  /// Whether a place was recorded as the journal's own; only before this run if places are not remembered.
  func owns(_ place: FilePath) -> Bool { state.withLock { $0.known.contains(place) } }

  /// Records a result that is safe on the disk.
  ///
  /// The record need not be: if it is lost, the result is made again.
  func record(_ entry: JournalEntry) throws(PhotoFileError) {
    try state.withLock { state throws(PhotoFileError) in
      try append([JournalRecords.Line(done: entry)], to: &state)
    }
  }

  /// Waits until all records are on the disk.
  func synchronize() { state.withLock { _ = fsync($0.file.rawValue) } }

  private func append(_ lines: [JournalRecords.Line], to state: inout State) throws(PhotoFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for line in lines {
      // Strings and integers always encode.
      guard let text = try? encoder.encode(line) else { continue }
      bytes += text
      bytes.append(UInt8(ascii: "\n"))
    }
    try restore(&state)
    do {
      try state.file.writeAll(bytes)
    } catch {
      // On a full disk part of a line may have been written.
      try? state.file.resize(to: state.length)
      throw failure(error)
    }
    state.length += Int64(bytes.count)
  }

  private func failure(_ error: any Error) -> PhotoFileError {
    .cannotWrite(path.shown, error)
  }
}
