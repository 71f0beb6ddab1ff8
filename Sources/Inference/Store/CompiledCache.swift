import Checksums
import FoundationEssentials
import Glibc

/// Compiled networks kept in a folder between runs.
///
/// Several processes may use one folder: a file gets its name only when it is complete, and its name is the hash of
/// everything that it depends on. Errors of reading or writing count as misses.
struct CompiledCache: Sendable {
  let folder: String
  /// The newest this many files are kept.
  static let limit = 48
  /// The longest time that writing a network takes, in seconds. Older unfinished files are left over.
  private static let longestWriting = 3600.0

  /// Calls `body` with the cached bytes for `key`; nil if there are none, or `body` returns nil.
  func load<Result>(_ key: SHA256, _ body: (Data) -> Result?) -> Result? {
    let path = path(of: key)
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    // A file truncated by a full disk lacks the key at its end.
    let isComplete = bytes.count > key.bytes.count && bytes.suffix(key.bytes.count).elementsEqual(key.bytes)
    // Without the key, which OpenVINO would read as the end of its own text.
    if isComplete, let result = body(bytes.dropLast(key.bytes.count)) { return result }
    try? FileManager.default.removeItem(atPath: path)
    return nil
  }

  /// Caches the file that `write` creates at the given path.
  func store(_ key: SHA256, writing write: (_ path: String) throws -> Void) {
    let files = FileManager.default
    do {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let temporary = "\(folder)/\(key).\(UInt64.random(in: .min ... .max)).part"
      defer { try? files.removeItem(atPath: temporary) }
      try write(temporary)
      // The replacement is atomic: another process sees the old file, the new one, or none.
      guard close(temporary, with: key), rename(temporary, path(of: key)) == 0 else { return }
      removeOldest()
    } catch {}
  }

  /// Appends the key to a file; false if the file is empty or the disk is full.
  private func close(_ path: String, with key: SHA256) -> Bool {
    guard let file = fopen(path, "ab") else { return false }
    let isWritten = ftell(file) >= 0 && fwrite(key.bytes, 1, key.bytes.count, file) == key.bytes.count
    return fclose(file) == 0 && isWritten
  }

  private func path(of key: SHA256) -> String { "\(folder)/\(key).compiled" }

  private func removeOldest() {
    let files = FileManager.default
    func dated(_ suffix: String) -> [(name: String, date: Date)] {
      ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(suffix) }.map { name in
        let attributes = try? files.attributesOfItem(atPath: "\(folder)/\(name)")
        return (name, attributes?[.modificationDate] as? Date ?? .distantPast)
      }
    }
    // Left by processes that were killed while writing.
    for part in dated(".part") where part.date < Date.now.addingTimeInterval(-Self.longestWriting) {
      try? files.removeItem(atPath: "\(folder)/\(part.name)")
    }
    let kept = dated(".compiled")
    guard kept.count > Self.limit else { return }
    for old in kept.sorted(by: { $0.date < $1.date }).dropLast(Self.limit) {
      try? files.removeItem(atPath: "\(folder)/\(old.name)")
    }
  }
}
