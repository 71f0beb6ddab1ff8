/// An object, from a listing or a response's header.
public struct S3Object: Sendable, Hashable {
  /// The key of the object.
  public let key: String
  /// In bytes.
  public let size: Int
  /// The entity tag, which changes with the content, without quotation marks. It need not be a digest.
  public let etag: String
  /// When it was written, in seconds since 1970; nil if unknown.
  public let modified: Int?
  /// The user-defined metadata, with names in lower case; empty in listings.
  public let metadata: [String: String]

  /// - Parameters:
  ///   - key: ``key``.
  ///   - size: ``size``.
  ///   - etag: ``etag``.
  ///   - modified: ``modified``.
  ///   - metadata: ``metadata``.
  public init(key: String, size: Int, etag: String, modified: Int? = nil, metadata: [String: String] = [:]) {
    self.key = key
    self.size = size
    self.etag = etag
    self.modified = modified
    self.metadata = metadata
  }

  /// Parses the header of a response; nil if a field is missing.
  init?(key: String, _ header: HTTPHeader, size: Int? = nil) {
    guard let etag = header["etag"], let size = size ?? header["content-length"].flatMap(Int.init) else { return nil }
    self.init(
      key: key, size: size, etag: Self.unquoted(etag), modified: header["last-modified"].flatMap(HTTPDate.seconds),
      metadata: header.fields(after: "x-amz-meta-"))
  }

  static func unquoted(_ etag: String) -> String {
    etag.hasPrefix("\"") && etag.hasSuffix("\"") && etag.count >= 2 ? String(etag.dropFirst().dropLast()) : etag
  }
}
