import FoundationEssentials
import Glibc
import MatteKit
import Synchronization

/// A file beside the outputs that says what was done, so that a run that ends early, however it ends, can be gone on with.
///
/// Lines are only ever added, each by one call of the system. Before work starts, the places that outputs will take are
/// on the disk; an output is recorded after it is safe on the disk itself. So a result without a record is at a place that
/// is known to be the journal's own, and is made once more. May be shared by threads; another process is kept out.
final class Journal: Sendable {
  private struct State {
    let descriptor: Int32
    var length: off_t
    var known: Set<SystemPath>
  }

  let path: SystemPath
  private let state: Mutex<State>

  /// Opens or makes the journal of a recipe.
  ///
  /// - Parameter known: places that need not be recorded again.
  /// - Throws: ``PlanError/busy(journal:)`` if another process has it, `unwritable` if it cannot be made.
  init(in folder: SystemPath, recipe: String, shard: Shard?, known: Set<SystemPath>) throws {
    path = folder.appending(JournalRecords.name(recipe: recipe, shard: shard))
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw PhotoFileError.unwritable(file: path.description, reason: PhotoBytes.reason(errno))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw PlanError.busy(journal: path.description)
    }
    // A line that was cut off goes, so that the next one stands for itself.
    let bytes = (try? PlainFile.read(descriptor, name: path.description)) ?? []
    let length = off_t(bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    if length < bytes.count { _ = ftruncate(descriptor, length) }
    state = Mutex(State(descriptor: descriptor, length: length, known: known))
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Records places that are the journal's own from now on, and waits until that is on the disk.
  func claim(_ places: [SystemPath]) throws(PhotoFileError) {
    try state.withLock { state throws(PhotoFileError) in
      let new = places.filter { state.known.insert($0).inserted }
      guard !new.isEmpty else { return }
      try append(new.map { JournalRecords.Line(place: $0.percentEncoded) }, to: &state)
      guard fsync(state.descriptor) == 0 else { throw failure(errno) }
      let folder = path.folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      if folder >= 0 {
        _ = fsync(folder)
        close(folder)
      }
    }
  }

  /// Records a result that is safe on the disk.
  ///
  /// The record itself need not be: where it is lost, the result is made again.
  func record(_ entry: JournalEntry) throws(PhotoFileError) {
    try state.withLock { state throws(PhotoFileError) in
      try append([JournalRecords.Line(done: entry)], to: &state)
    }
  }

  /// Waits until all records are on the disk.
  func synchronize() { state.withLock { _ = fsync($0.descriptor) } }

  private func append(_ lines: [JournalRecords.Line], to state: inout State) throws(PhotoFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for line in lines {
      guard let text = try? encoder.encode(line) else { continue }
      bytes += text
      bytes.append(UInt8(ascii: "\n"))
    }
    guard DescriptorOutput.write(bytes, to: state.descriptor) else {
      let code = errno
      // On a full disk part of a line may have been written.
      _ = ftruncate(state.descriptor, state.length)
      throw failure(code)
    }
    state.length += off_t(bytes.count)
  }

  private func failure(_ code: Int32) -> PhotoFileError {
    .unwritable(file: path.description, reason: PhotoBytes.reason(code))
  }
}
