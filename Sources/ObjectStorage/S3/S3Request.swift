import Checksums

/// A request to a bucket, before it is addressed and signed.
struct S3Request {
  var method: HTTPRequest.Method
  /// The key of the object; nil for a request to the bucket itself.
  var key: String?
  var query: [(name: String, value: String)] = []
  /// Headers beside those that every request has.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Maximum size of the response's body, in bytes.
  var maximumBytes = 16 << 20

  init(_ method: HTTPRequest.Method, key: String? = nil) {
    self.method = method
    self.key = key
  }

  /// The request as it is sent.
  ///
  /// - Parameters:
  ///   - region: the region for which the request is signed.
  ///   - seconds: the time now, since 1970.
  func signed(for bucket: String, _ configuration: S3Configuration, region: String, at seconds: Int) -> HTTPRequest {
    let endpoint = S3Endpoint(of: bucket, configuration, region: region)
    let path = endpoint.pathPrefix + "/" + PercentEncoding.encoded(key ?? "", keepingSlashes: true)
    let query = SignatureV4.canonicalQuery(query)
    var request = HTTPRequest(method, endpoint.origin + path + (query.isEmpty ? "" : "?\(query)"))
    request.body = body
    request.maximumBytes = maximumBytes
    request.limits.connectionSeconds = configuration.connectionSeconds
    request.limits.stallSeconds = configuration.stallSeconds
    let payload = body.isEmpty ? SignatureV4.emptyPayload : SHA256(body).description
    let date = HTTPDate.basic(seconds)
    var signed = headers + [("host", endpoint.host), ("x-amz-content-sha256", payload), ("x-amz-date", date)]
    if let token = configuration.credentials?.sessionToken { signed.append(("x-amz-security-token", token)) }
    request.headers = signed.filter { $0.name != "host" }
    if let credentials = configuration.credentials {
      request.headers.append(
        (
          "Authorization",
          SignatureV4(credentials: credentials, region: region).authorization(
            method.rawValue, path: path, query: self.query, headers: signed, payload: payload, date: date)
        ))
    }
    // Removes two headers that libcurl adds: the content type of a form, and `Expect`, to which some stores never
    // respond.
    request.headers.append(("Expect", ""))
    if !headers.contains(where: { $0.name == "content-type" }) { request.headers.append(("Content-Type", "")) }
    return request
  }
}
