import FoundationEssentials

/// An error of an object store. The description states what to do.
public enum S3Error: LocalizedError, CustomStringConvertible, Sendable {
  /// A string that is not a place in a store.
  case badLocation(String, reason: String)
  /// The settings of environment, files or options are invalid.
  case configuration(String)
  /// There are no credentials.
  case credentialsMissing(searched: String)
  /// The store rejects the credentials, with its code and message.
  case credentialsRefused(place: String, code: String, message: String)
  /// The credentials are valid, but lack this permission.
  case accessDenied(place: String, message: String)
  /// The bucket does not exist, or no longer.
  case noSuchBucket(String)
  /// There is no object of that name.
  case noSuchObject(place: String)
  /// An object of that name exists, and must not be replaced.
  case exists(place: String)
  /// The store or the connection failed repeatedly, until the retries ended.
  case unavailable(place: String, reason: String, attempts: Int)
  /// The object is longer than allowed.
  case tooLong(place: String, limit: Int)
  /// The object changed while it was read.
  case changed(place: String)
  /// The store cannot be reached, and retrying will not help.
  case unreachable(place: String, reason: String)
  /// libcurl is not installed.
  case libraryMissing(reason: String)
  /// Another response, with the store's code and message.
  case refused(place: String, status: Int, code: String, message: String)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .badLocation(let text, let reason): "\(text): \(reason); write s3://bucket/key"
    case .configuration(let reason): reason
    case .credentialsMissing(let searched):
      "there are no credentials for object storage (\(searched)); set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
        + "write them to ~/.aws/credentials and name the profile in AWS_PROFILE"
    case .credentialsRefused(let place, let code, let message):
      "\(place): the credentials are not accepted (\(code)\(message.isEmpty ? "" : ": \(message)")); correct "
        + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the profile, or the clock of this machine, and try again"
    case .accessDenied(let place, let message):
      "\(place): access is denied\(message.isEmpty ? "" : " (\(message))"); the credentials need s3:GetObject and "
        + "s3:ListBucket for inputs, s3:PutObject and s3:GetObject for outputs"
    case .noSuchBucket(let bucket):
      "s3://\(bucket): there is no such bucket; make it, or correct its name, the region (AWS_REGION) or the endpoint"
    case .noSuchObject(let place): "\(place): there is no such object"
    case .exists(let place): "\(place): it exists already; choose another name or allow overwriting"
    case .unavailable(let place, let reason, let attempts):
      "\(place): the store did not answer as it should, \(attempts) time\(attempts == 1 ? "" : "s") (\(reason)); try again later"
    case .tooLong(let place, let limit): "\(place): it has more than the \(limit) bytes that are allowed"
    case .changed(let place): "\(place): it was changed while it was read; try again"
    case .unreachable(let place, let reason):
      "\(place): the store cannot be reached (\(reason)); correct the endpoint"
    case .libraryMissing(let reason):
      "object storage needs libcurl 7.85 or later, which is not there (\(reason)); install Debian's package libcurl4"
    case .refused(let place, let status, let code, let message):
      "\(place): the store refused (\(status)\(code.isEmpty ? "" : " \(code)")\(message.isEmpty ? "" : ": \(message)"))"
    }
  }

  /// Whether every other request to the same bucket would fail too.
  public var isOfAllRequests: Bool {
    switch self {
    case .configuration, .credentialsMissing, .credentialsRefused, .noSuchBucket, .unreachable, .libraryMissing: true
    case .badLocation, .accessDenied, .noSuchObject, .exists, .unavailable, .tooLong, .changed, .refused: false
    }
  }
}
