import Checksums

/// AWS's Signature Version 4, which authenticates the sender of a request and its contents.
///
/// - SeeAlso: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct SignatureV4 {
  let credentials: S3Credentials
  let region: String
  var service = "s3"

  static let algorithm = "AWS4-HMAC-SHA256"
  /// The SHA-256 of no bytes.
  static let emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  /// The value of the field `Authorization`.
  ///
  /// - Parameters:
  ///   - path: encoded as it is sent.
  ///   - query: not encoded.
  ///   - headers: all fields that are signed, `host` included.
  ///   - payload: the SHA-256 of the body, as in the field `x-amz-content-sha256`.
  ///   - date: `20130524T000000Z`.
  func authorization(
    _ method: String, path: String, query: [(name: String, value: String)],
    headers: [(name: String, value: String)], payload: String, date: String
  ) -> String {
    let signed = headers.map { ($0.name.lowercased(), Self.trimmed($0.value)) }.sorted { $0.0 < $1.0 }
    let names = signed.map(\.0).joined(separator: ";")
    let canonical = [
      method, path, Self.canonicalQuery(query), signed.map { "\($0):\($1)\n" }.joined(), names, payload,
    ].joined(separator: "\n")
    let day = String(date.prefix(8))
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = [Self.algorithm, date, scope, SHA256(Array(canonical.utf8)).description].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
    for part in [day, region, service, "aws4_request"] { key = HMAC.sha256(Array(part.utf8), key: key).bytes }
    let signature = HMAC.sha256(Array(text.utf8), key: key)
    return
      "\(Self.algorithm) Credential=\(credentials.accessKeyID)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
  }

  /// The canonical query, as it is signed and sent.
  static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
    var parts = query.map { (name: PercentEncoding.encoded($0.name), value: PercentEncoding.encoded($0.value)) }
    parts.sort { ($0.name, $0.value) < ($1.name, $1.value) }
    return parts.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Trimmed, with single spaces.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
