/// Limits of what is read from the web, and from where.
public struct WebLimits: Sendable, Hashable {
  /// Maximum size of a file, in bytes.
  public var maximumBytes = 256 << 20
  /// The time limit for a file, in seconds.
  public var seconds = 60.0
  /// Maximum number of redirects.
  public var maximumRedirects = 5
  /// Whether `http://` is taken too, which everybody on the way can read and change.
  public var allowsHTTP = false
  /// Whether hosts may have addresses that are not of the public network: those of this machine, of the network that it
  /// stands in, and of the services of clouds that hand out credentials. Without, the proxy that the environment names is
  /// not used: through it the hosts' addresses would not be seen.
  public var allowsPrivateAddresses = false

  /// The usual limits.
  public init() {}
}
