import MatteKit
import SystemPackage

extension Stat {
  package var identity: FileIdentity { FileIdentity(rawValue) }

  package var isFolder: Bool { type == .directory }

  /// When the content was last changed, in nanoseconds since 1970.
  package var modified: Int { Int(st_mtim.tv_sec) &* 1_000_000_000 &+ Int(st_mtim.tv_nsec) }
}

extension FilePath {
  /// Whether a folder exists, or a link to one.
  package var isFolder: Bool { (try? stat())?.isFolder == true }

  /// Which file it is, with links resolved; nil if there is none, or it cannot be examined.
  package var identity: FileIdentity? { (try? stat())?.identity }
}
