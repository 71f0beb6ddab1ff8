/// Downloads files from the web, within limits. May be shared by threads; each call blocks its thread.
public final class WebClient: Sendable {
  private let limits: WebLimits
  private let http = HTTPClient()

  /// - Parameter limits: the limits for reading.
  public init(_ limits: WebLimits = WebLimits()) { self.limits = limits }

  /// The bytes of a file.
  ///
  /// The host's address is checked when the connection is made, after name resolution, and after each redirect.
  ///
  /// - Parameter address: the file's.
  /// - Throws: ``WebError``.
  public func bytes(of address: WebAddress) throws(WebError) -> [UInt8] {
    let response = try answer(to: address)
    guard response.status == 200 else { throw .status(address.withoutQuery, response.status) }
    return response.body
  }

  /// A part of a file; all of it if the server does not support ranges.
  ///
  /// - Returns: nil if the server does not state the range that it sent, or the range is empty.
  /// - Throws: ``WebError``.
  package func part(_ range: Range<Int>, of address: WebAddress) throws(WebError) -> FilePart? {
    let response = try answer(to: address, [("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")])
    if response.status == 416 { return nil }
    guard [200, 206].contains(response.status) else { throw .status(address.withoutQuery, response.status) }
    return FilePart(response)
  }

  /// The last response, of any status except redirects.
  private func answer(
    to address: WebAddress, _ headers: [(name: String, value: String)] = []
  ) throws(WebError) -> HTTPResponse {
    guard limits.allowsHTTP || address.isEncrypted else { throw .notEncrypted(address.withoutQuery) }
    var request = HTTPRequest(.get, address.description)
    request.headers = [("User-Agent", "mattetool"), ("Accept", "image/*,*/*;q=0.5")] + headers
    request.maximumBytes = limits.maximumBytes
    request.limits.seconds = limits.seconds
    request.limits.connectionSeconds = min(limits.seconds, 15)
    request.limits.stallSeconds = limits.seconds
    request.limits.maximumRedirects = limits.maximumRedirects
    request.limits.allowsHTTP = limits.allowsHTTP
    request.limits.allowsPrivateAddresses = limits.allowsPrivateAddresses
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try http.answer(to: request)
    } catch {
      throw self.error(error, address.withoutQuery)
    }
    // If no redirect is allowed, any redirect is one too many.
    if (300..<400).contains(response.status) {
      throw .tooManyRedirects(address.withoutQuery, limit: limits.maximumRedirects)
    }
    return response
  }

  private func error(_ failure: HTTPFailure, _ address: String) -> WebError {
    switch failure.kind {
    case .libraryMissing: .libraryMissing(reason: failure.reason)
    case .privateAddress: .privateAddress(address)
    case .tooLong: .tooLong(address, limit: limits.maximumBytes)
    case .timeout: .timeout(address, seconds: limits.seconds)
    case .tooManyRedirects: .tooManyRedirects(address, limit: limits.maximumRedirects)
    case .protocolNotAllowed where !limits.allowsHTTP: .notEncrypted(address)
    case .notTrusted: .notTrusted(address, reason: failure.reason)
    case .badAddress, .protocolNotAllowed: .badAddress(address, reason: failure.reason)
    case .unknownHost, .broken, .outOfMemory: .unreachable(address, reason: failure.reason)
    }
  }
}
