import Batch
import Glibc
import MatteKit
import SystemPackage

/// Waits for changes in a folder: by inotify, or by polling on file systems that other machines change, which inotify
/// does not report. For one thread.
final class FolderChanges {
  /// The method by which changes are noticed.
  enum Method: Equatable {
    case inotify
    /// By polling, with the reason.
    case polling(reason: String)
  }

  private(set) var method: Method
  private let descriptor: Int32
  /// The watched folders with their identities: a folder may be replaced by another one, as when a disk is unplugged
  /// and plugged in again.
  private var watched: [FilePath: FileIdentity] = [:]
  /// Whether a folder did not exist, whose creation is not reported.
  private var isOneMissing = false

  /// The polling interval in seconds without inotify.
  static let interval = 0.5
  /// Seconds after which a folder is scanned even if inotify has reported nothing.
  private static let longestWait = 30.0

  /// The types of file systems that other machines write to, by their names in mountinfo(5); a type may have a suffix
  /// (fuse.sshfs).
  private static let networkTypes: Set = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse", "9p", "ceph", "afs", "lustre", "gpfs", "beegfs", "virtiofs",
    "vboxsf",
  ]

  /// - Parameter polls: whether inotify is not to be used.
  init(of folder: FilePath, polls: Bool = false) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let failure = Errno(rawValue: errno)
    if polls {
      method = .polling(reason: "as requested")
    } else if let type = Self.fileSystemType(of: folder), Self.isOfNetwork(type) {
      method = .polling(reason: "it is on \(type), where other machines' changes are not reported")
    } else if descriptor < 0 {
      method = .polling(reason: "inotify: \(failure)")
    } else {
      method = .inotify
    }
  }

  static func isOfNetwork(_ type: String) -> Bool {
    networkTypes.contains(String(type.prefix { $0 != "." }))
  }

  /// The type of a folder's file system, by the mount of its device; nil if the system does not report it.
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

  /// Watches folders, and stops watching all others.
  ///
  /// - Returns: whether any was not watched before, so that the files added meanwhile must be searched for.
  func watch(_ folders: [FilePath]) -> Bool {
    guard method == .inotify else { return false }
    let before = watched
    (watched, isOneMissing) = ([:], false)
    var isNew = false
    let events = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF)
    for folder in folders {
      let identity = folder.identity
      if identity == nil || identity != before[folder] {
        guard folder.withPlatformString({ inotify_add_watch(descriptor, $0, events) }) >= 0 else {
          if errno == ENOENT || errno == ENOTDIR {
            isOneMissing = true
            continue
          }
          // Its parent reports when that changes.
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
  ///   - isSettling: whether there are unsettled files, for which the wait has a timeout.
  ///   - isOver: whether to stop waiting; called several times a second.
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
