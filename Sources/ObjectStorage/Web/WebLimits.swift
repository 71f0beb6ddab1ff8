/// Limits for reading from the web.
public struct WebLimits: Sendable, Hashable {
  /// Maximum size of a file, in bytes.
  public var maximumBytes = 256 << 20
  /// The time limit for a file, in seconds.
  public var seconds = 60.0
  /// Maximum number of redirects.
  public var maximumRedirects = 5
  /// Whether `http://` is allowed too, which anyone on the network can read and change.
  public var allowsHTTP = false
  /// Whether hosts may have addresses that are not public: those of this machine, of its network, and of cloud services
  /// that provide credentials. Otherwise the environment's proxy is not used either, because it would hide the hosts'
  /// addresses.
  public var allowsPrivateAddresses = false

  /// The usual limits.
  public init() {}
}
