import Foundation
import Logging
import Testing

@testable import MatteService

/// The service over its socket, with a shell in the place of mattetool and curl for a client.
@Suite struct PhotoServiceTests {
  /// A worker that returns the photo itself, or does what the photo's text names.
  private static let tool = #"""
    #!/bin/sh
    while read -r line; do
      input=$(printf %s "$line" | sed 's/.*"input":"\([^"]*\)".*/\1/')
      output=$(printf %s "$line" | sed 's/.*"output":"\([^"]*\)".*/\1/')
      case $(head -c 5 "$input") in
        crash) [ -e "$0.crashed" ] || { : >"$0.crashed"; kill -KILL $$; }; cp "$input" "$output" ;;
        never) kill -KILL $$ ;;
        slow*) sleep 1; cp "$input" "$output" ;;
        long*) cp "$input" "$output"; printf '{"report":{"status":"a\342\200\250b","faces":"'
          head -c 300000 /dev/zero | tr '\0' x; echo '"}}'; continue ;;
        bad*) echo "{\"error\":\"$input: no photo\",\"code\":65,\"retry\":false}"; continue ;;
        *) cp "$input" "$output"; cp "$input" "$output.hair.png" ;;
      esac
      echo '{"report":{"faceCount":2,"status":"done"}}'
    done
    """#

  private struct Reply {
    let status: Int
    let head: String
    let body: String
  }

  private final class Client: Sendable {
    let folder: String
    init(_ folder: String) { self.folder = folder }

    func send(_ path: String, _ body: String? = nil, _ options: [String] = []) async throws -> Reply {
      let name = UUID().uuidString
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/curl")
      process.arguments =
        ["-s", "--unix-socket", "\(folder)/socket", "-D", "\(folder)/\(name).head", "-o", "\(folder)/\(name).body"]
        + (body.map { ["--data-binary", $0] } ?? []) + options + ["http://service\(path)"]
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
      let head = try String(contentsOfFile: "\(folder)/\(name).head", encoding: .utf8)
      let body = (try? String(contentsOfFile: "\(folder)/\(name).body", encoding: .utf8)) ?? ""
      let lines = head.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/") }
      return Reply(status: Int(lines.last?.split(separator: " ")[1] ?? "") ?? 0, head: head, body: body)
    }
  }

  private func serving(
    _ limits: ServiceLimits, _ work: @escaping @Sendable (Client) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tool = "\(folder)/tool"
    try Self.tool.write(toFile: tool, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let (listening, announcement) = AsyncStream.makeStream(of: String.self)
    let service = try PhotoService(
      .socket("\(folder)/socket"), limits: limits, tool: tool,
      effects: try EffectList(json: Array(PhotoOrderTests.list.utf8)),
      temporaryFolder: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { announcement.yield($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await service.run() }
      for await _ in listening { break }
      try await work(Client(folder))
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasPrefix("mattetool-serve-") }
      #expect(left.count == 1, "photos are left: \(left)")
      group.cancelAll()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `photos are returned, and errors state the reason`() async throws {
    var limits = ServiceLimits()
    limits.bytes = 1000
    try await serving(limits) { client in
      let done = try await client.send("/photo?effect=hide-faces", "photo")
      #expect(done.status == 200 && done.body == "photo")
      #expect(done.head.lowercased().contains(#"mattekit-report: {"facecount":2,"status":"done"}"#), "\(done.head)")
      #expect(done.head.lowercased().contains("x-content-type-options: nosniff"))
      let long = try await client.send("/photo?effect=hide-faces", "long")
      #expect(long.status == 200 && long.head.lowercased().contains(#"{"status":"a\u2028b"}"#), "\(long.head)")
      let parts = try await client.send(
        "/photo?effect=hide-faces&mattes=beside", "photo", ["-H", "Accept: multipart/form-data"])
      #expect(parts.body.contains("name=\"matte.hair\"; filename=\"photo.hair.png\""), "\(parts.body)")
      let bad = try await client.send("/photo?effect=hide-faces", "bad")
      #expect(bad.status == 422 && bad.body == "photo: no photo\n")
      #expect(try await client.send("/photo?effect=none", "photo").status == 400)
      #expect(try await client.send("/photo?effect=hide-faces", "").status == 400)
      #expect(try await client.send("/photo?effect=hide-faces", String(repeating: "x", count: 1001)).status == 413)
      let chunked = try await client.send(
        "/photo?effect=hide-faces", String(repeating: "x", count: 100_000), ["-H", "Transfer-Encoding: chunked"])
      #expect(chunked.status == 413)
      let other = try await client.send("/photo?effect=hide-faces", "photo", ["-H", "Sec-Fetch-Site: cross-site"])
      #expect(other.status == 403)
      // A worker that is killed costs nothing; one that always ends costs the photo alone.
      #expect(try await client.send("/photo?effect=hide-faces", "crash").status == 200)
      #expect(try await client.send("/photo?effect=hide-faces", "never").status == 503)
      #expect(try await client.send("/photo?effect=hide-faces", "photo").status == 200)
      #expect(try await client.send("/healthz").status == 200)
      #expect(try await client.send("/metrics").body.contains("mattekit_photos_total{status=\"200\"} 5"))
      let page = try await client.send("/")
      #expect(page.body.hasPrefix("<!doctype html>") && page.head.contains("default-src 'none'"))
      #expect(try await client.send("/healthz", nil, ["-I"]).status == 200)
      for (path, body) in [("/nothing", nil), ("/photo?effect=hide-faces", nil), ("/effects", "photo")] {
        let missing = try await client.send(path, body)
        #expect(missing.status == 404 && missing.body.contains("POST /photo?effect=…"), "\(missing)")
        #expect(
          missing.body.contains("\(path.prefix { $0 != "?" }): ") && missing.head.contains("nosniff"), "\(missing)")
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a photo may come as the file of a form`() async throws {
    try await serving(ServiceLimits()) { client in
      let photo = "\(client.folder)/photo"
      let bytes = "photo\r\n--not a delimiter\r\n" + String(repeating: "-\r\n", count: 100_000)
      try bytes.write(toFile: photo, atomically: true, encoding: .utf8)
      let done = try await client.send("/photo?effect=hide-faces", nil, ["-F", "photo=@\(photo)"])
      #expect(done.status == 200 && done.body == bytes, "\(done.head)")
      let faults: [(options: [String], words: String)] = [
        (["-F", "photo=@\(photo)", "-F", "effect=blush"], "into the address"),
        (["-F", "a=@\(photo)", "-F", "b=@\(photo)"], "several files"),
        (["-F", "photo=@/dev/null"], "the form's file is empty"),
        (["-H", "Content-Type: multipart/form-data; boundary=a", "-d", "--a\r\n"], "damaged or incomplete"),
      ]
      for (options, words) in faults {
        let refused = try await client.send("/photo?effect=hide-faces", nil, options)
        #expect(refused.status == 400 && refused.body.contains(words), "\(options): \(refused)")
      }
      let mixed = try await client.send("/photo?effect=hide-faces", "x", ["-H", "Content-Type: multipart/mixed"])
      #expect(mixed.status == 415 && mixed.body.contains("multipart/form-data"), "\(mixed)")
    }
  }

  @Test(.timeLimit(.minutes(2))) func `requests beyond the limit are rejected`() async throws {
    var limits = ServiceLimits()
    limits.queue = 1
    try await serving(limits) { client in
      let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
        for _ in 0..<6 { group.addTask { try await client.send("/photo?effect=hide-faces", "slow") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let refused = replies.filter { $0.status == 503 }
      #expect(refused.count >= 1 && replies.filter { $0.status == 200 }.count == 6 - refused.count)
      #expect(refused.allSatisfy { $0.head.lowercased().contains("retry-after: ") })
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a request that arrives too slowly is ended`() async throws {
    var limits = ServiceLimits()
    (limits.headSeconds, limits.bodySeconds) = (0.5, 1)
    try await serving(limits) { client in
      // The server closes both: neither script ends before that.
      for request in [
        "GET / HTTP/1.1\\r\\n",
        "POST /photo?effect=hide-faces HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 900\\r\\n\\r\\n",
      ] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
          "-c",
          """
          import socket, time
          s = socket.socket(socket.AF_UNIX); s.connect("\(client.folder)/socket"); s.sendall(b"\(request)"); s.settimeout(0.1)
          while True:
            try:
              s.sendall(b"x")
              if not s.recv(4096): break
            except TimeoutError: pass
            except OSError: break
          """,
        ]
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          process.terminationHandler = { _ in continuation.resume() }
          do { try process.run() } catch { continuation.resume(throwing: error) }
        }
      }
      #expect(try await client.send("/photo?effect=hide-faces", "photo").status == 200)
    }
  }
}
