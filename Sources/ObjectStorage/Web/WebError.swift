import FoundationEssentials

/// An error of reading a file from the web. The description names the file, and what to do.
public enum WebError: LocalizedError, CustomStringConvertible, Sendable {
  /// A string that is not a web address.
  case badAddress(String, reason: String)
  /// An address begins with `http://`, or a server redirects to one, and only encrypted connections are allowed.
  case notEncrypted(String)
  /// The host, or the target of a redirect, has an address of a private network.
  case privateAddress(String)
  /// The file is longer than allowed.
  case tooLong(String, limit: Int)
  /// The file took longer than allowed.
  case timeout(String, seconds: Double)
  /// Servers sent elsewhere more often than allowed.
  case tooManyRedirects(String, limit: Int)
  /// The server responded with another status than success.
  case status(String, Int)
  /// The server's identity could not be verified, with libcurl's message.
  case notTrusted(String, reason: String)
  /// The server cannot be reached, with libcurl's message.
  case unreachable(String, reason: String)
  /// libcurl is not installed.
  case libraryMissing(reason: String)

  /// The text that Foundation shows as `localizedDescription`: ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .badAddress(let text, let reason): "\(text): \(reason); write https://host/path"
    case .notEncrypted(let address):
      "\(address): it is fetched over http://, where it can be altered in transit; use https://, or allow it"
    case .privateAddress(let address):
      "\(address): its host has an address of a private network, or of this machine; allow that if it is intended"
    case .tooLong(let address, let limit):
      "\(address): it has more than the \(limit) bytes that are allowed"
    case .timeout(let address, let seconds):
      "\(address): it took longer than the \(Int(seconds.rounded(.up))) s that are allowed"
    case .tooManyRedirects(let address, let limit):
      "\(address): it redirects more than \(limit) times"
    case .status(let address, let status):
      "\(address): the server answers \(status)\(Self.meaning(of: status))"
        + (Self.isPassing(status) ? "; try again later" : "; correct the address")
    case .notTrusted(let address, let reason): "\(address): its server cannot be trusted (\(reason))"
    case .unreachable(let address, let reason): "\(address): it cannot be fetched (\(reason))"
    case .libraryMissing(let reason):
      "reading from the web needs libcurl 7.85 or later, which is not there (\(reason)); install Debian's package libcurl4"
    }
  }

  /// Whether a retry may succeed.
  package var mayPass: Bool {
    switch self {
    case .timeout, .unreachable: true
    case .status(_, let status): Self.isPassing(status)
    case .badAddress, .notEncrypted, .privateAddress, .tooLong, .tooManyRedirects, .notTrusted, .libraryMissing: false
    }
  }

  /// Whether a status depends on the server's state rather than the request.
  private static func isPassing(_ status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 401, 403: ", access is denied"
    case 404, 410: ", there is no such file"
    default: ""
    }
  }
}
