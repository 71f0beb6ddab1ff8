import Synchronization

/// Sends requests to object stores, with retries after temporary failures. May be shared by threads.
final class S3Client: Sendable {
  let configuration: S3Configuration
  private let http = HTTPClient()
  /// The regions of buckets, as found.
  private let regions = Mutex<[String: String]>([:])
  /// The credentials of requests. Those of a role are fetched again when they have expired.
  private let credentials: Mutex<S3Credentials?>

  init(_ configuration: S3Configuration) {
    self.configuration = configuration
    credentials = Mutex(configuration.credentials)
  }

  /// What may be wrong with a request that a response corrects.
  private enum Correction { case region, credentials }

  /// - Parameter retrying: receives the response before a retry, such as the part before an interruption, and may
  ///   change the next request.
  /// - Throws: ``S3Error`` if the last response is not a success.
  func answer(
    to original: S3Request, of bucket: String, retrying: (HTTPResponse, inout S3Request) -> Void = { _, _ in }
  ) throws(S3Error) -> HTTPResponse {
    var request = original
    var attempts = 0
    var corrections: Set<Correction> = []
    let place = S3Location(bucket: bucket, key: request.key ?? "").description
    while true {
      attempts += 1
      var current = configuration
      current.region = regions.withLock { $0[bucket] } ?? configuration.region
      current.credentials = credentials.withLock { $0 }
      let sent = request.signed(for: bucket, current, region: current.region, at: HTTPDate.now)
      let reason: String
      var wanted: Double?
      switch Result(catching: { () throws(HTTPFailure) in try http.answer(to: sent) }) {
      case .success(let response):
        if Self.isSuccess(response, to: request) { return response }
        if let correction = try correct(current, of: bucket, after: response, to: request, except: corrections) {
          corrections.insert(correction)
          attempts -= 1
          continue
        }
        let (error, mayPass) = failure(response, request, bucket: bucket, place: place)
        guard mayPass else { throw error }
        reason = Self.reason(error)
        wanted = response.header["retry-after"].flatMap(Double.init)
        retrying(response, &request)
      case .failure(let failure):
        guard failure.kind.mayPass else { throw Self.error(failure, place: place, limit: request.maximumBytes) }
        reason = failure.reason
        if let part = failure.partial { retrying(part, &request) }
      }
      guard attempts < configuration.retries.maximumAttempts else {
        throw .unavailable(place: place, reason: reason, attempts: attempts)
      }
      configuration.retries.wait(after: attempts, wanted: wanted)
    }
  }

  private static func isSuccess(_ response: HTTPResponse, to request: S3Request) -> Bool {
    // The response to the completion of an upload begins before its outcome is known.
    let isFailed = request.method == .post && XMLElement(response.body)?.name == "Error"
    return (200..<300).contains(response.status) && !isFailed
  }

  /// Corrects the region or the credentials of further requests, if a response asks for that.
  ///
  /// - Parameters:
  ///   - current: the configuration by which the request was sent.
  ///   - earlier: the corrections that did not help.
  /// - Returns: what was corrected; nil for nothing.
  private func correct(
    _ current: S3Configuration, of bucket: String, after response: HTTPResponse, to request: S3Request,
    except earlier: Set<Correction>
  ) throws(S3Error) -> Correction? {
    if !earlier.contains(.region), let region = Self.region(in: response), region != current.region {
      regions.withLock { $0[bucket] = region }
      return .region
    }
    if !earlier.contains(.credentials), Self.mayBeExpired(response, request),
      try renewCredentials(after: current.credentials)
    {
      return .credentials
    }
    return nil
  }

  /// Whether a response may mean that credentials have expired. That of HEAD has no body, and so no code.
  private static func mayBeExpired(_ response: HTTPResponse, _ request: S3Request) -> Bool {
    if request.method == .head { return response.status == 400 }
    return expired.contains(XMLElement(response.body)?["Code"]?.text ?? "")
  }

  /// Fetches the credentials of a role again.
  ///
  /// - Parameter refused: the rejected credentials; another thread may have fetched others since.
  /// - Returns: whether there are others now; false for credentials without a role.
  private func renewCredentials(after refused: S3Credentials?) throws(S3Error) -> Bool {
    guard let role = configuration.role, role.credentials == configuration.credentials else { return false }
    return try credentials.withLock { credentials throws(S3Error) in
      if credentials == refused { credentials = try ContainerCredentials.fetched(role.environment) ?? refused }
      return credentials != refused
    }
  }

  private static func reason(_ error: S3Error) -> String {
    guard case .refused(_, let status, let code, let message) = error else { return "\(error)" }
    return [String(status), code, message].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func error(_ failure: HTTPFailure, place: String, limit: Int) -> S3Error {
    switch failure.kind {
    case .libraryMissing: .libraryMissing(reason: failure.reason)
    case .tooLong: .tooLong(place: place, limit: limit)
    default: .unreachable(place: place, reason: failure.reason)
    }
  }

  /// The region of a bucket, from a redirecting response.
  private static func region(in response: HTTPResponse) -> String? {
    guard [301, 307, 400, 403].contains(response.status) else { return nil }
    if let region = response.header["x-amz-bucket-region"] { return region }
    let error = XMLElement(response.body)
    return error?["Code"]?.text == "AuthorizationHeaderMalformed" ? error?["Region"]?.text : nil
  }

  private static let passing: Set = [
    "SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "OperationAborted",
    "ConditionalRequestConflict", "ThrottlingException", "Throttling", "RequestLimitExceeded",
  ]
  private static let expired: Set = ["ExpiredToken", "TokenRefreshRequired"]
  private static let ofCredentials: Set = [
    "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "TokenRefreshRequired",
    "RequestTimeTooSkewed", "AuthFailure", "UnrecognizedClientException", "AuthorizationHeaderMalformed",
  ]

  /// The error of a response, and whether a retry may succeed.
  private func failure(
    _ response: HTTPResponse, _ request: S3Request, bucket: String, place: String
  ) -> (S3Error, mayPass: Bool) {
    let document = XMLElement(response.body)
    let (code, message) = (document?["Code"]?.text ?? "", document?["Message"]?.text ?? "")
    let other = S3Error.refused(place: place, status: response.status, code: code, message: message)
    if code == "NoSuchBucket" { return (.noSuchBucket(bucket), false) }
    if Self.ofCredentials.contains(code) {
      return (.credentialsRefused(place: place, code: code, message: message), false)
    }
    if Self.passing.contains(code) || [429, 500, 502, 503, 504].contains(response.status) { return (other, true) }
    // If two clients write at the same time, one receives this response; its retry finds the object of the other.
    if response.status == 409, code != "BucketAlreadyExists" { return (other, true) }
    switch response.status {
    case 401, 403: return (.accessDenied(place: place, message: message), false)
    case 404: return (request.key == nil ? .noSuchBucket(bucket) : .noSuchObject(place: place), false)
    case 412:
      return (request.method == .get || request.method == .head ? .changed(place: place) : .exists(place: place), false)
    default: return (other, false)
    }
  }
}
