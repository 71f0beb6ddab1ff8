import CCurl

/// Why a request got no answer.
package struct HTTPFailure: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    case libraryMissing, badAddress, protocolNotAllowed, privateAddress, tooManyRedirects, tooLong, timeout, notTrusted
    case unknownHost, broken, outOfMemory

    init(_ status: ccurl_status) {
      switch status {
      case CCURL_MISSING: self = .libraryMissing
      case CCURL_BAD_ADDRESS: self = .badAddress
      case CCURL_PROTOCOL_NOT_ALLOWED: self = .protocolNotAllowed
      case CCURL_PRIVATE_ADDRESS: self = .privateAddress
      case CCURL_TOO_MANY_REDIRECTS: self = .tooManyRedirects
      case CCURL_TOO_LONG: self = .tooLong
      case CCURL_TIMEOUT: self = .timeout
      case CCURL_NOT_TRUSTED: self = .notTrusted
      case CCURL_UNKNOWN_HOST: self = .unknownHost
      case CCURL_OUT_OF_MEMORY: self = .outOfMemory
      default: self = .broken
      }
    }

    /// Whether a retry may succeed.
    var mayPass: Bool {
      switch self {
      case .timeout, .unknownHost, .broken: true
      case .libraryMissing, .badAddress, .protocolNotAllowed, .privateAddress, .tooManyRedirects, .tooLong,
        .notTrusted, .outOfMemory:
        false
      }
    }
  }

  package let kind: Kind
  /// In libcurl's words.
  package let reason: String
  /// The part of the response that was received.
  var partial: HTTPResponse?

  package var description: String { reason }
}
