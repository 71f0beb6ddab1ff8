import MatteKit

/// Tells which files of a folder nobody writes to any more: those that stayed the same for a while.
struct SettledFiles {
  private struct Sight: Hashable {
    let identity: FileStatus.Identity
    let size: Int
    let modified: Int
  }

  /// How long a file has to stay the same, in seconds.
  private let settling: Double
  private var waiting: [SystemPath: (sight: Sight, since: Double)] = [:]
  private var handedOut: [SystemPath: Sight] = [:]

  init(settling: Double) { self.settling = settling }

  /// The files among those that are there now that have settled since the last call, in their order. A file that changes
  /// later settles once more.
  ///
  /// - Parameters:
  ///   - files: all files that are there, with their places; those that are gone are forgotten.
  ///   - now: seconds on a clock that never runs backwards.
  mutating func settled(of files: [(name: SystemPath, status: FileStatus)], now: Double) -> [SystemPath] {
    var ready: [SystemPath] = []
    var stillWaiting: [SystemPath: (sight: Sight, since: Double)] = [:]
    var stillThere: [SystemPath: Sight] = [:]
    for (name, status) in files {
      let sight = Sight(identity: status.identity, size: status.size, modified: status.modified)
      if handedOut[name] == sight {
        stillThere[name] = sight
        continue
      }
      let since = waiting[name].flatMap { $0.sight == sight ? $0.since : nil } ?? now
      if now - since >= settling {
        ready.append(name)
        stillThere[name] = sight
      } else {
        stillWaiting[name] = (sight, since)
      }
    }
    waiting = stillWaiting
    handedOut = stillThere
    return ready
  }
}
