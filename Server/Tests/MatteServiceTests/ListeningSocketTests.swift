import Foundation
import Testing

@testable import MatteService

@Suite struct ListeningSocketTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "socket-\(UUID().uuidString.prefix(8))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// A socket that is bound, and listened on if asked for.
  private func bind(_ path: String, isListening: Bool) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8CString.map(UInt8.init(bitPattern:))) }
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    if isListening { try #require(listen(descriptor, 1) == 0) }
    return descriptor
  }

  @Test func `only a socket without a listener is removed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, live, stale) = (path("notes.txt"), path("live"), path("stale"))
    try "notes".write(toFile: file, atomically: true, encoding: .utf8)
    let listening = try bind(live, isListening: true)
    defer { close(listening) }
    close(try bind(stale, isListening: false))
    #expect(throws: ListeningSocket.Fault.self) { try ListeningSocket(file) }
    #expect(throws: ListeningSocket.Fault.self) { try ListeningSocket(live) }
    let socket = try ListeningSocket(stale)
    #expect(!FileManager.default.fileExists(atPath: stale))
    // Another service was faster: its socket stays.
    let other = try bind(stale, isListening: true)
    defer { close(other) }
    socket.remove()
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["notes.txt", "live", "stale"])
    socket.begin()
    socket.remove()
    #expect(!FileManager.default.fileExists(atPath: stale))
  }
}
