import Capture
import Dispatch
import MatteKit
import Glibc
import Synchronization

/// Shows a preview in browsers of this machine: a page with Motion JPEG (`multipart/x-mixed-replace`). May be shared by
/// threads.
///
/// It listens on the loopback address only. Each viewer has a thread of its own and gets the newest picture after each
/// one that it has received, so that a slow viewer delays neither the session nor the others.
final class PreviewServer: Sendable {
  /// Why there is no server.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Connections that are served at once.
  static let mostConnections = 16

  /// The port of the loopback address on which it listens.
  let port: UInt16
  private let descriptor: Int32
  private let pictures: PreviewPictures
  private let wakeUp = WakeUp()
  private let accepting = DispatchQueue(label: "mattetool.PreviewServer")
  private let serving = DispatchGroup()
  private let open = Mutex<Set<Int32>>([])

  /// - Parameter port: 0 for any that is free.
  /// - Throws: ``Failure`` if nothing can listen there.
  init(port: UInt16, of preview: PreviewOutput) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw Self.failure(port) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else {
      defer { close(descriptor) }
      throw Self.failure(port)
    }
    self.port = UInt16(bigEndian: address.sin_port)
    self.descriptor = descriptor
    pictures = PreviewPictures(preview)
  }

  deinit { close(descriptor) }

  private static func failure(_ port: UInt16) -> Failure {
    Failure(
      description:
        "--preview: nothing can listen on port \(port) of 127.0.0.1: \(String(cString: strerror(errno))); take another port"
    )
  }

  /// Begins to serve.
  func start() {
    pictures.start()
    accepting.async { [self] in
      while wakeUp.wait(for: descriptor) {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else {
          // Without a free descriptor the connection waits, and would be retried immediately.
          usleep(100_000)
          continue
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let isFree = open.withLock { open in
          guard open.count < Self.mostConnections else { return false }
          open.insert(connection)
          return true
        }
        guard isFree else {
          PreviewConnection(connection).refuse()
          close(connection)
          continue
        }
        // A serial queue has a thread of its own while it works; a concurrent one has as few as the cores, and a viewer
        // mostly waits.
        DispatchQueue(label: "mattetool.PreviewServer.viewer").async(group: serving) { [self] in
          PreviewConnection(connection).serve(pictures)
          open.withLock { open in
            open.remove(connection)
            _ = close(connection)
          }
        }
      }
    }
  }

  /// Ends all connections, and returns when they have ended.
  func stop() {
    wakeUp.wake()
    accepting.sync {}
    pictures.stop()
    open.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    serving.wait()
  }
}
