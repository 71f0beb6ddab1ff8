import SystemPackage

/// Finds the complete files of a folder: those that have not changed for a while.
package struct SettledFiles {
  /// The time in which a file must not change, in seconds.
  private let settling: Double
  private var waiting: [FilePath: (observation: FileVersion, since: Double)] = [:]
  private var handedOut: [FilePath: FileVersion] = [:]

  /// Whether there are files that have not settled.
  package var isWaiting: Bool { !waiting.isEmpty }

  package init(settling: Double) { self.settling = settling }

  /// The existing files that have settled since the last call, in their order. A file that changes later settles again.
  ///
  /// - Parameters:
  ///   - files: all existing files, with their places; others are forgotten.
  ///   - now: seconds on a clock that never runs backwards.
  package mutating func settled(of files: [(name: FilePath, status: Stat)], now: Double) -> [FilePath] {
    var ready: [FilePath] = []
    var stillWaiting: [FilePath: (observation: FileVersion, since: Double)] = [:]
    var stillThere: [FilePath: FileVersion] = [:]
    for (name, status) in files {
      let observation = FileVersion(status)
      if handedOut[name] == observation {
        stillThere[name] = observation
        continue
      }
      let since = waiting[name].flatMap { $0.observation == observation ? $0.since : nil } ?? now
      if now - since >= settling {
        ready.append(name)
        stillThere[name] = observation
      } else {
        stillWaiting[name] = (observation, since)
      }
    }
    waiting = stillWaiting
    handedOut = stillThere
    return ready
  }
}
