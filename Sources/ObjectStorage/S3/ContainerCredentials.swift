import FoundationEssentials

/// The credentials of the role of an ECS, EKS or AWS Batch task, from the address in its environment.
///
/// They are valid for some hours; ``S3Client`` fetches them again when they have expired.
enum ContainerCredentials {
  private struct Document: Decodable {
    let accessKeyID, secretAccessKey: String
    let token: String?

    enum CodingKeys: String, CodingKey {
      case accessKeyID = "AccessKeyId"
      case secretAccessKey = "SecretAccessKey"
      case token = "Token"
    }
  }

  /// Nil where the environment names no address.
  ///
  /// - Throws: ``S3Error/configuration(_:)`` if there is nothing useful.
  static func fetched(_ environment: [String: String]) throws(S3Error) -> S3Credentials? {
    let address: String
    if let path = environment["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"]?.nonEmpty {
      address = "http://169.254.170.2\(path)"
    } else if let full = environment["AWS_CONTAINER_CREDENTIALS_FULL_URI"]?.nonEmpty {
      address = full
    } else {
      return nil
    }
    var request = HTTPRequest(.get, address)
    request.maximumBytes = 1 << 16
    request.limits.connectionSeconds = 2
    request.limits.seconds = 10
    let file = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"]?.nonEmpty
    let token = file.flatMap { try? Data(contentsOf: URL(filePath: $0)) }.map { String(decoding: $0, as: UTF8.self) }
    if let token = token ?? environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"]?.nonEmpty {
      request.headers.append(("Authorization", String(token.prefix { !$0.isNewline })))
    }
    do {
      let answer = try HTTPClient().answer(to: request)
      let document = try JSONDecoder().decode(Document.self, from: Data(answer.body))
      return S3Credentials(
        accessKeyID: document.accessKeyID, secretAccessKey: document.secretAccessKey, sessionToken: document.token)
    } catch {
      throw .configuration("\(address): the credentials of the task's role cannot be fetched there (\(error))")
    }
  }
}
