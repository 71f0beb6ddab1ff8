import CCurl

/// Sends HTTP requests by libcurl, and keeps connections open between them. May be shared by threads; each request
/// blocks its thread.
package final class HTTPClient: @unchecked Sendable {
  // Locks its own state.
  private let client: OpaquePointer?

  package init() { client = ccurl_client_make() }

  deinit { ccurl_client_release(client) }

  /// The answer, whatever its status.
  ///
  /// - Throws: ``HTTPFailure`` without a response, with the part that was received.
  package func answer(to request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    guard let client else { throw HTTPFailure(kind: .outOfMemory, reason: "out of memory") }
    var response = ccurl_response()
    let status = Self.withStrings(request.headers.map { "\($0.name):\($0.value.isEmpty ? "" : " ")\($0.value)" }) {
      headers in
      request.method.rawValue.withCString { method in
        request.url.withCString { url in
          request.body.withUnsafeBufferPointer { body in
            var sent = ccurl_request()
            sent.method = method
            sent.url = url
            sent.headers = headers
            sent.body = body.baseAddress
            sent.body_count = body.count
            sent.maximum_bytes = request.maximumBytes
            sent.seconds = request.limits.seconds
            sent.connection_seconds = request.limits.connectionSeconds
            sent.stall_seconds = request.limits.stallSeconds
            sent.maximum_redirects = Int32(clamping: request.limits.maximumRedirects)
            sent.allows_http = request.limits.allowsHTTP
            sent.allows_private_addresses = request.limits.allowsPrivateAddresses
            return ccurl_perform(client, &sent, &response)
          }
        }
      }
    }
    defer { ccurl_release(&response) }
    let answer = HTTPResponse(
      status: Int(response.status),
      header: HTTPHeader(response.header.map { String(cString: $0) } ?? ""),
      body: Array(UnsafeBufferPointer(start: response.body, count: response.body_count)))
    guard status == CCURL_OK else {
      let reason = withUnsafeBytes(of: response.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw HTTPFailure(kind: HTTPFailure.Kind(status), reason: reason, partial: answer)
    }
    return answer
  }

  /// Calls `work` with the strings as a C array with a nil at the end.
  private static func withStrings<Result>(
    _ strings: [String], _ work: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = strings.map { string in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.utf8.count + 1)
      for (index, byte) in string.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[string.utf8.count] = 0
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    let pointers = copies.map { Optional(UnsafePointer($0)) } + [nil]
    return pointers.withUnsafeBufferPointer { work($0.baseAddress) }
  }

  /// libcurl's version, as `libcurl/7.88.1 OpenSSL/3.0.17 …`, or the reason of its absence.
  package static func library() -> Result<String, HTTPFailure> {
    var text = [CChar](repeating: 0, count: 256)
    if let version = ccurl_version(&text) { return .success(String(cString: version)) }
    return .failure(
      HTTPFailure(
        kind: .libraryMissing,
        reason: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)))
  }
}
