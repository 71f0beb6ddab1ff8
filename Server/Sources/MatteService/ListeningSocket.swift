import Glibc
import Synchronization

/// The path of the socket that a service listens on. It removes a socket left by a killed service, and its own socket
/// at the end, and nothing else.
final class ListeningSocket: Sendable {
  /// Something is at the path that stays.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private let isListening = Mutex(false)

  /// - Throws: ``Fault`` if another file exists, or a service listens.
  init(_ path: String) throws(Fault) {
    self.path = path
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Fault(description: "\(path): a file exists that is not a socket; name another path")
    }
    guard Self.isStale(path) else {
      throw Fault(description: "\(path): another program listens there; end it, or name another path")
    }
    unlink(path)
  }

  /// The service listens now: it owns the socket.
  func begin() { isListening.withLock { $0 = true } }

  /// Removes the socket if the service owns it.
  func remove() { if isListening.withLock({ $0 }) { unlink(path) } }

  /// Whether a socket is no longer listened on.
  private static func isStale(_ path: String) -> Bool {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard client >= 0 else { return false }
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.map(UInt8.init(bitPattern:))) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result != 0 && errno == ECONNREFUSED
  }
}
