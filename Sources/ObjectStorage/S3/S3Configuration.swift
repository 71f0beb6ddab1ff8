import FoundationEssentials

/// The address of an object store and its credentials: from the environment, AWS's files and options, in AWS's order.
public struct S3Configuration: Sendable, Hashable {
  /// The region of the buckets, such as `eu-central-1`.
  public var region: String
  /// The endpoint of a store other than AWS, such as `http://127.0.0.1:9000`; nil for AWS.
  public var endpoint: String?
  /// The credentials; nil for unsigned requests to public buckets.
  public var credentials: S3Credentials?
  /// The policy by which requests are retried.
  public var retries = RetryPolicy()
  /// The time limit for a connection to be made, in seconds.
  public var connectionSeconds = 15.0
  /// The time limit of a stalled response, in seconds.
  public var stallSeconds = 30.0
  /// The source of the credentials of a task's role; nil for other credentials.
  var role: Role?

  /// The role of a task, whose credentials are temporary.
  struct Role: Hashable {
    /// The environment, with the address of the credentials.
    let environment: [String: String]
    let credentials: S3Credentials
  }

  /// - Parameters:
  ///   - region: ``region``.
  ///   - endpoint: ``endpoint``.
  ///   - credentials: ``credentials``.
  public init(region: String = "us-east-1", endpoint: String? = nil, credentials: S3Credentials?) {
    self.region = region
    self.endpoint = endpoint
    self.credentials = credentials
  }

  /// Reads the environment, and for missing settings the profile in `~/.aws/credentials` and `~/.aws/config`.
  ///
  /// - Parameters:
  ///   - environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_PROFILE`, `AWS_REGION`,
  ///     `AWS_DEFAULT_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_SHARED_CREDENTIALS_FILE`,
  ///     `AWS_CONFIG_FILE`, `AWS_MAX_ATTEMPTS`, and those of the role of a task of ECS, EKS or AWS Batch.
  ///   - endpoint: takes precedence over that of the environment; nil for that one.
  ///   - isSigned: whether requests are signed, which requires credentials.
  /// - Throws: ``S3Error/configuration(_:)``, ``S3Error/credentialsMissing(searched:)``.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment, endpoint: String? = nil, isSigned: Bool = true
  ) throws(S3Error) {
    let profiles = AWSProfiles(environment)
    let named = environment["AWS_PROFILE"]?.nonEmpty
    let name = named ?? "default"
    let profile = profiles[name]
    if let named, profile == nil {
      throw .configuration(
        "AWS_PROFILE is '\(named)', but neither \(profiles.credentialsPath) nor \(profiles.configPath) has that profile"
      )
    }
    let place =
      endpoint ?? environment["AWS_ENDPOINT_URL_S3"]?.nonEmpty ?? environment["AWS_ENDPOINT_URL"]?.nonEmpty
      ?? profile?["endpoint_url"]
    self.init(
      region: environment["AWS_REGION"]?.nonEmpty ?? environment["AWS_DEFAULT_REGION"]?.nonEmpty ?? profile?["region"]
        ?? "us-east-1",
      credentials: nil)
    if let place { self.endpoint = try Self.checked(place) }
    // It becomes a part of the host's name.
    guard region.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }) else {
      throw .configuration("'\(region)' is not a region; correct AWS_REGION")
    }
    if let attempts = try Self.maximumAttempts(in: environment) { retries.maximumAttempts = attempts }
    guard isSigned else { return }
    try findCredentials(in: environment, profile)
    if credentials == nil {
      throw .credentialsMissing(
        searched: "neither in the environment nor in \(profiles.credentialsPath), profile \(name)")
    }
  }

  private static func maximumAttempts(in environment: [String: String]) throws(S3Error) -> Int? {
    guard let text = environment["AWS_MAX_ATTEMPTS"]?.nonEmpty else { return nil }
    guard let attempts = Int(text), (1...100).contains(attempts) else {
      throw .configuration("AWS_MAX_ATTEMPTS is '\(text)', but takes a number from 1 to 100")
    }
    return attempts
  }

  /// Takes credentials from the environment, the profile or the role of a task, the first that has any.
  private mutating func findCredentials(
    in environment: [String: String], _ profile: [String: String]?
  ) throws(S3Error) {
    credentials = try Self.credentials(in: environment) ?? profile.flatMap(Self.credentials(inProfile:))
    if credentials == nil, let lent = try ContainerCredentials.fetched(environment) {
      credentials = lent
      role = Role(environment: environment, credentials: lent)
    }
  }

  private static func credentials(in environment: [String: String]) throws(S3Error) -> S3Credentials? {
    let (key, secret) = (
      environment["AWS_ACCESS_KEY_ID"]?.nonEmpty, environment["AWS_SECRET_ACCESS_KEY"]?.nonEmpty
    )
    guard (key == nil) == (secret == nil) else {
      throw .configuration("of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY only one is set; set both, or none")
    }
    guard let key, let secret else { return nil }
    return S3Credentials(
      accessKeyID: key, secretAccessKey: secret, sessionToken: environment["AWS_SESSION_TOKEN"]?.nonEmpty)
  }

  private static func credentials(inProfile profile: [String: String]) -> S3Credentials? {
    guard let key = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"] else { return nil }
    return S3Credentials(accessKeyID: key, secretAccessKey: secret, sessionToken: profile["aws_session_token"])
  }

  /// An endpoint without a trailing slash.
  private static func checked(_ endpoint: String) throws(S3Error) -> String {
    var text = endpoint
    while text.hasSuffix("/") { text.removeLast() }
    let host = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard !host.isEmpty, !host.contains("/"), !host.contains("@"), !host.contains("?"), !host.contains(" ") else {
      throw .configuration(
        "'\(endpoint)' is not an endpoint; write https://host or http://host:port, also in AWS_ENDPOINT_URL")
    }
    return text
  }
}

extension String {
  /// Nil if it is empty: an empty variable counts as unset.
  var nonEmpty: String? { isEmpty ? nil : self }
}
