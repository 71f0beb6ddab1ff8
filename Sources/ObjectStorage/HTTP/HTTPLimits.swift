/// The limits of a request: its duration, and the allowed addresses.
package struct HTTPLimits: Sendable, Hashable {
  /// For one request as a whole; 0 for no limit.
  package var seconds = 0.0
  /// Until there is a connection.
  package var connectionSeconds = 15.0
  /// Without a byte.
  package var stallSeconds = 30.0
  /// 0 returns redirects as they are.
  package var maximumRedirects = 0
  /// Whether connections need not be encrypted.
  package var allowsHTTP = true
  /// Whether hosts may have addresses that are not public, such as this machine's. Otherwise the environment's proxy is
  /// not used either, because it would hide the addresses.
  package var allowsPrivateAddresses = true

  package init() {}
}
