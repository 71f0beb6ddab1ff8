import SystemPackage

/// One file, whatever it is called.
package struct FileIdentity: Sendable, Hashable {
  let device: DeviceID
  let number: Inode
}

extension Stat {
  package var identity: FileIdentity { FileIdentity(device: deviceID, number: inode) }

  package var isFolder: Bool { type == .directory }

  /// When the content was last changed, in nanoseconds since 1970.
  package var modified: Int { Int(st_mtim.tv_sec) &* 1_000_000_000 &+ Int(st_mtim.tv_nsec) }
}
