import Batch
import Glibc
import MatteKit
import SystemPackage

/// Waits for changes in a folder: by inotify, or by the clock on file systems whose changes other machines make, which
/// inotify does not see. For one thread.
final class FolderChanges {
  /// The method by which changes are noticed.
  enum Method: Equatable {
    case inotify
    /// By looking again and again; says why.
    case polling(reason: String)
  }

  private(set) var method: Method
  private let descriptor: Int32
  /// The watched folders with their identities: another folder may take the place of one, as when a disk is unplugged
  /// and plugged in again.
  private var watched: [FilePath: FileIdentity] = [:]
  /// Whether a folder was not there, whose coming nothing tells.
  private var isOneMissing = false

  /// Seconds between two looks where inotify tells nothing.
  static let interval = 0.5
  /// Seconds after which a folder is looked at even if inotify has told of nothing.
  private static let longestWait = 30.0

  /// The types of file systems that other machines write to, as mountinfo(5) has them; a type may have a suffix (fuse.sshfs).
  private static let networkTypes: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse", "9p", "ceph", "afs", "lustre", "gpfs", "beegfs", "virtiofs",
    "vboxsf",
  ]

  /// - Parameter polls: whether inotify is not to be used.
  init(of folder: FilePath, polls: Bool = false) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let failure = Errno(rawValue: errno)
    if polls {
      method = .polling(reason: "it was asked for")
    } else if let type = Self.fileSystemType(of: folder), Self.isOfNetwork(type) {
      method = .polling(reason: "it is on \(type), where other machines' changes are not told")
    } else if descriptor < 0 {
      method = .polling(reason: "inotify: \(failure)")
    } else {
      method = .inotify
    }
  }

  static func isOfNetwork(_ type: String) -> Bool {
    networkTypes.contains(String(type.prefix { $0 != "." }))
  }

  /// The type of the file system that a folder is on, by the mount of its device; nil if the system does not tell.
  static func fileSystemType(of folder: FilePath) -> String? {
    guard let device = (try? folder.stat())?.deviceID.rawValue,
      let bytes = try? PlainFile.read(FilePath("/proc/self/mountinfo"))
    else {
      return nil
    }
    let major = (UInt64(device) >> 8) & 0xFFF | (UInt64(device) >> 32) & 0xFFFF_F000
    let minor = UInt64(device) & 0xFF | (UInt64(device) >> 12) & 0xFFFF_FF00
    let number = "\(major):\(minor)"
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == number, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      return String(fields[dash + 1])
    }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches folders, and no longer those that are not among them.
  ///
  /// - Returns: whether any was not watched before, so that what came into it meanwhile has to be looked for.
  func watch(_ folders: [FilePath]) -> Bool {
    guard method == .inotify else { return false }
    let before = watched
    (watched, isOneMissing) = ([:], false)
    var isNew = false
    let events = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF)
    for folder in folders {
      let identity = (try? folder.stat())?.identity
      if identity == nil || identity != before[folder] {
        guard folder.withPlatformString({ inotify_add_watch(descriptor, $0, events) }) >= 0 else {
          if errno == ENOENT || errno == ENOTDIR {
            isOneMissing = true
            continue
          }
          // Its parent tells when that changes.
          if errno == EACCES { continue }
          method = .polling(reason: "inotify: \(Errno(rawValue: errno)) (fs.inotify.max_user_watches)")
          return true
        }
        isNew = true
      }
      watched[folder] = identity
    }
    return isNew
  }

  /// Waits until something may have changed.
  ///
  /// - Parameters:
  ///   - isSettling: whether files are waited for that must not change for a while, so that the clock counts too.
  ///   - isOver: whether to wait no longer; asked some times a second.
  func wait(isSettling: Bool, until isOver: () -> Bool) {
    let seconds = method == .inotify && !isSettling && !isOneMissing ? Self.longestWait : Self.interval
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end, !isOver() {
      guard method == .inotify else {
        usleep(100_000)
        continue
      }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0 else { continue }
      forgetEvents()
      // A file that is being written changes many times; it is checked twice a second.
      guard !isSettling else {
        usleep(100_000)
        continue
      }
      return
    }
  }

  private func forgetEvents() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
