/// The credentials for signing requests to an object store.
public struct S3Credentials: Sendable, Hashable {
  /// The access key ID, such as `AKIAIOSFODNN7EXAMPLE`.
  public var accessKeyID: String
  /// The secret access key. It is never part of a message.
  public var secretAccessKey: String
  /// The token of temporary credentials; nil for permanent ones.
  public var sessionToken: String?

  /// - Parameters:
  ///   - accessKeyID: ``accessKeyID``.
  ///   - secretAccessKey: ``secretAccessKey``.
  ///   - sessionToken: ``sessionToken``.
  public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
  }
}
