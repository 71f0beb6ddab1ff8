import Glibc

/// One connection of a browser: reads its request, and responds. Used by one thread.
struct PreviewConnection {
  private let descriptor: Int32

  private static let longestRequest = 8_192
  private static let boundary = "mattekit-frame"

  /// - Parameter descriptor: the descriptor of the connection, which its owner closes.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // A client that neither sends nor receives is disconnected.
    for (option, seconds) in [(SO_RCVTIMEO, 5), (SO_SNDTIMEO, 10)] {
      var time = timeval(tv_sec: seconds, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Responds to one request, with a stream of pictures if it is requested.
  func serve(_ pictures: PreviewPictures) {
    guard let request = readRequest() else { return answer(400, "this is not an HTTP request") }
    switch request {
    case .malformed(let reason): answer(400, reason)
    case .tooLong: answer(431, "the request is too long")
    case .foreignHost: answer(403, "this preview is for this machine alone")
    case .otherMethod: answer(405, "GET and HEAD are answered", headers: ["Allow: GET, HEAD"])
    case .get(let path, let hasBody):
      switch path {
      case "/": send(Array(Self.page.utf8), type: "text/html; charset=utf-8", includingBody: hasBody)
      case "/stream": hasBody ? stream(pictures) : send([], type: Self.streamType, includingBody: false)
      case "/frame.jpg":
        guard let picture = pictures.current() else { return answer(503, "there is no picture yet") }
        send(picture, type: "image/jpeg", includingBody: hasBody)
      default: answer(404, "there is /, /stream and /frame.jpg")
      }
    }
  }

  private enum Request {
    case get(path: String, hasBody: Bool)
    case malformed(String)
    case tooLong, foreignHost, otherMethod
  }

  /// Reads up to the empty line; nil if it does not come in time.
  private func readRequest() -> Request? {
    var bytes: [UInt8] = []
    let start = ContinuousClock.now
    while !Self.isComplete(bytes) {
      guard bytes.count < Self.longestRequest else { return .tooLong }
      // A slow trickle of bytes is not a request either.
      guard ContinuousClock.now - start < .seconds(10) else { return nil }
      var piece = [UInt8](repeating: 0, count: 1_024)
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += piece.prefix(count)
    }
    return Self.parse(String(decoding: bytes, as: UTF8.self))
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    let tail = bytes.filter { $0 != 13 }
    return zip(tail, tail.dropFirst()).contains { $0 == 10 && $1 == 10 }
  }

  private static func parse(_ text: String) -> Request {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return .malformed("this is not a request of HTTP/1.1")
    }
    // A page of another site whose name resolves to this machine (DNS rebinding) may not see the picture.
    for line in lines.dropFirst() where line.lowercased().hasPrefix("host:") {
      var host = line.dropFirst(5).filter { !$0.isWhitespace }
      if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
      guard ["127.0.0.1", "localhost"].contains(host.lowercased()) else { return .foreignHost }
    }
    guard words[0] == "GET" || words[0] == "HEAD" else { return .otherMethod }
    return .get(path: String(words[1].prefix { $0 != "?" }), hasBody: words[0] == "GET")
  }

  private func stream(_ pictures: PreviewPictures) {
    guard let place = pictures.makePlace() else { return answer(503, "the session has ended") }
    defer { pictures.remove(place) }
    guard write(Self.head(200, Self.streamType, nil, [])) else { return }
    while let picture = place.next() {
      let head = "--\(Self.boundary)\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n\r\n"
      guard write(Array(head.utf8) + picture + Array("\r\n".utf8)) else { return }
    }
    _ = write(Array("--\(Self.boundary)--\r\n".utf8))
  }

  /// Responds that there are too many viewers, without waiting for the request.
  func refuse() {
    var time = timeval(tv_sec: 0, tv_usec: 1)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    answer(503, "too many viewers")
  }

  /// Answers with an error.
  func answer(_ status: Int, _ reason: String, headers: [String] = []) {
    let text = Array("\(status) \(Self.names[status] ?? "Error"): \(reason)\n".utf8)
    _ = write(Self.head(status, "text/plain; charset=utf-8", text.count, headers) + text)
    drain()
  }

  /// Responds with a document; to `HEAD` with its header alone.
  private func send(_ body: [UInt8], type: String, includingBody: Bool) {
    _ = write(Self.head(200, type, body.count, []) + (includingBody ? body : []))
    drain()
  }

  /// Reads the rest of the request: a connection that is closed with unread bytes is reset, and its response is lost.
  private func drain() {
    shutdown(descriptor, Int32(SHUT_WR))
    var piece = [UInt8](repeating: 0, count: 4_096)
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(2), recv(descriptor, &piece, piece.count, 0) > 0 {}
  }

  private static let streamType = "multipart/x-mixed-replace; boundary=\(boundary)"
  private static let names = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    431: "Request Header Fields Too Large", 503: "Service Unavailable",
  ]

  private static func head(_ status: Int, _ type: String, _ count: Int?, _ headers: [String]) -> [UInt8] {
    let lines =
      [
        "HTTP/1.1 \(status) \(names[status] ?? "Error")", "Content-Type: \(type)", "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff", "Connection: close",
      ] + (count.map { ["Content-Length: \($0)"] } ?? []) + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static let page = """
    <!doctype html>
    <meta charset="utf-8">
    <title>mattetool capture</title>
    <style>
      html, body { margin: 0; height: 100%; background: #111 }
      img { display: block; width: 100%; height: 100%; object-fit: contain }
    </style>
    <img src="/stream" alt="The preview of mattetool capture">
    """
}
