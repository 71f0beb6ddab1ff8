/// The limits of a service and of its requests.
public struct ServiceLimits: Sendable {
  /// Number of photos that are processed concurrently, each by a process of its own.
  public var workers = 1
  /// Maximum number of photos that wait.
  public var queue = 16
  /// The most bytes of a photo's file.
  public var bytes = 64 << 20
  /// The time limit for the work on a photo, in seconds.
  public var seconds = 60.0
  /// The time limit for the head of a request, in seconds.
  public var headSeconds = 15.0
  /// The time limit for a photo to arrive, in seconds.
  public var bodySeconds = 60.0
  /// Maximum number of connections that are served; others wait.
  public var connections = 512

  public init() {}
}
