/// Who asks a store of objects.
public struct S3Credentials: Sendable, Hashable {
  /// Such as `AKIAIOSFODNN7EXAMPLE`.
  public var accessKeyID: String
  /// Never part of a message.
  public var secretAccessKey: String
  /// Of credentials that are lent for some hours; nil for others.
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
