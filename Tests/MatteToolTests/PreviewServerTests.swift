import Capture
import Dispatch
import Glibc
import MatteKit
import Testing

@testable import mattetool

@Suite struct PreviewServerTests {
  private let clock = ManualClock()
  private let session: CaptureSession
  private let preview = PreviewOutput()
  private let video = VideoDataOutput(alwaysDiscardsLateVideoFrames: false, bufferCount: 1_000)
  private let server: PreviewServer

  init() async throws {
    session = CaptureSession(clock: clock)
    let size = PixelSize(width: 320, height: 240)
    let camera = CaptureDevice(
      name: "generator",
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])],
      generating: { format, index in
        PixelBuffer(size: format.dimensions, format: .rgba8) { bytes in
          bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index % 200))
        }
      })
    try await session.add(CaptureInput(device: camera))
    try await session.add(preview)
    try await session.add(video)
    server = try PreviewServer(port: 0, of: preview)
    server.start()
  }

  /// A browser's end of a connection.
  private final class Client: Sendable {
    let descriptor: Int32

    init(_ port: UInt16) {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(result == 0)
      var time = timeval(tv_sec: 30, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Bytes until the end, or until `isEnough`. It waits on a thread that tasks do not need.
    func receive(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async -> [UInt8] {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "Client").async { [self] in continuation.resume(returning: receiveNow(isEnough)) }
      }
    }

    private func receiveNow(_ isEnough: ([UInt8]) -> Bool) -> [UInt8] {
      var all: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 65_536)
      while !isEnough(all) {
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return all }
        all += piece.prefix(count)
      }
      return all
    }
  }

  private func answer(_ request: [UInt8]) async -> String {
    let client = Client(server.port)
    client.send(request)
    return String(decoding: await client.receive(), as: UTF8.self)
  }

  private func answer(_ request: String) async -> String { await answer(Array(request.utf8)) }

  /// Pictures that begin in a stream.
  private static func count(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: Unicode.ASCII.self).split(
      separator: "--mattekit-frame\r\n", omittingEmptySubsequences: false
    ).count - 1
  }

  @Test func `requests are answered, malformed ones too`() async throws {
    let table: [(String, String)] = [
      ("GET / HTTP/1.1\r\nHost: localhost:80\r\n\r\n", "200 OK"), ("HEAD / HTTP/1.1\r\n\r\n", "200 OK"),
      ("GET /frame.jpg HTTP/1.1\r\n\r\n", "503"), ("GET /../etc/passwd HTTP/1.1\r\n\r\n", "404"),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "405"), ("garbage\r\n\r\n", "400"), ("\n\n", "400"),
      ("GET http://elsewhere/ HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
      ("GET / HTTP/1.1\nHost: 127.0.0.1\n\n", "200 OK"), (String(repeating: "A", count: 20_000), "431"),
    ]
    for (request, expected) in table {
      #expect(await answer(request).hasPrefix("HTTP/1.1 \(expected)"), "\(request.prefix(40))")
    }
    #expect(await answer(Array(0...255) + Array("\r\n\r\n".utf8)).hasPrefix("HTTP/1.1 400"))
    #expect(await answer("GET / HTTP/1.1\r\n\r\n").contains("<img src=\"/stream\""))
    #expect(await !answer("HEAD / HTTP/1.1\r\n\r\n").contains("<img"))
    try await session.startRunning()
    await clock.advance(by: .zero)
    let client = Client(server.port)
    client.send(Array("GET /frame.jpg HTTP/1.1\r\n\r\n".utf8))
    let bytes = await client.receive()
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) })
    #expect(try Photo(data: Array(bytes[(start + 4)...])).pixels.size == PixelSize(width: 320, height: 240))
    await session.stopRunning()
    server.stop()
  }

  @Test func `viewers get pictures, and a stalled viewer delays neither others nor the session`() async throws {
    try await session.startRunning()
    await clock.advance(by: .zero)
    let request = Array("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    let (slow, fast) = (Client(server.port), Client(server.port))
    slow.send(request)
    fast.send(request)
    // The picture of now comes at once.
    var bytes = await fast.receive { Self.count($0) >= 1 }
    #expect(
      String(decoding: bytes.prefix(200), as: UTF8.self).contains("multipart/x-mixed-replace; boundary=mattekit-frame"))
    for index in 1...30 {
      await clock.advance(by: .parts(1, of: 30))
      bytes = await fast.receive { Self.count($0) >= 1 }
      #expect(!bytes.isEmpty, "\(index)")
    }
    #expect(video.counts.dropped == 0)
    var frames = video.frames.makeAsyncIterator()
    for index in 0...30 { #expect(try await frames.next()?.time == .parts(Int64(index), of: 30)) }
    server.stop()
    await session.stopRunning()
  }

  @Test func `viewers beyond the limit are refused with a message`() async throws {
    let clients = (0..<PreviewServer.mostConnections).map { _ in Client(server.port) }
    for client in clients { client.send(Array("GET /stream HTTP/1.1\r\n\r\n".utf8)) }
    for client in clients { _ = await client.receive { $0.count > 20 } }
    #expect(await answer("GET / HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 503"))
    server.stop()
    for client in clients { _ = await client.receive() }
  }

  @Test func `a port that is taken is an error that says so`() {
    #expect { try PreviewServer(port: server.port, of: preview) } throws: { "\($0)".contains("port \(server.port)") }
    server.stop()
  }
}

extension MediaTime {
  /// So many parts of a second.
  fileprivate static func parts(_ count: Int64, of timescale: Int32) -> MediaTime {
    MediaTime(value: count, timescale: timescale)
  }
}
