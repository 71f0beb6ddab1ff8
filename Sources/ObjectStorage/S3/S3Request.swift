import Checksums

/// A request to a bucket, before it is addressed and signed.
struct S3Request {
  var method: HTTPRequest.Method
  /// Nil for the bucket itself.
  var key: String?
  var query: [(name: String, value: String)] = []
  /// Beside those that every request has.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var maximumBytes = 16 << 20

  init(_ method: HTTPRequest.Method, key: String? = nil) {
    self.method = method
    self.key = key
  }

  /// The request as it is sent.
  ///
  /// - Parameters:
  ///   - region: that it is signed for.
  ///   - seconds: the time now, since 1970.
  func signed(for bucket: String, _ configuration: S3Configuration, region: String, at seconds: Int) -> HTTPRequest {
    let (origin, host, prefix) = Self.place(of: bucket, configuration, region)
    let path = prefix + "/" + PercentEncoding.encoded(key ?? "", keepingSlashes: true)
    let query = SignatureV4.canonicalQuery(query)
    var request = HTTPRequest(method, origin + path + (query.isEmpty ? "" : "?\(query)"))
    request.body = body
    request.maximumBytes = maximumBytes
    request.limits.connectionSeconds = configuration.connectionSeconds
    request.limits.stallSeconds = configuration.stallSeconds
    let payload = body.isEmpty ? SignatureV4.emptyPayload : SHA256(body).description
    let date = HTTPDate.basic(seconds)
    var signed = headers + [("host", host), ("x-amz-content-sha256", payload), ("x-amz-date", date)]
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
    // Neither the type of a form nor a question whether the body is wanted, whose answer some stores leave out.
    request.headers.append(("Expect", ""))
    if !headers.contains(where: { $0.name == "content-type" }) { request.headers.append(("Content-Type", "")) }
    return request
  }

  /// Where a bucket's requests go: AWS's buckets have hosts of their own, whose certificates hold for names without dots.
  private static func place(
    of bucket: String, _ configuration: S3Configuration, _ region: String
  ) -> (origin: String, host: String, prefix: String) {
    if let endpoint = configuration.endpoint {
      let scheme = endpoint.hasPrefix("https://") ? "https://" : "http://"
      var host = String(endpoint.dropFirst(scheme.count))
      // A host without its protocol's usual port is what is sent.
      let usual = scheme == "https://" ? ":443" : ":80"
      if host.hasSuffix(usual) { host.removeLast(usual.count) }
      return (scheme + host, host, "/\(bucket)")
    }
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    let host = "s3.\(region).\(domain)"
    if bucket.contains(".") { return ("https://\(host)", host, "/\(bucket)") }
    return ("https://\(bucket).\(host)", "\(bucket).\(host)", "")
  }
}
