/// What a service takes on at once, and of one request.
public struct ServiceLimits: Sendable {
  /// How many photos are worked on at once, each by a process of its own.
  public var workers = 1
  /// How many photos may wait beside those in work.
  public var queue = 16
  /// The most bytes of a photo's file.
  public var bytes = 64 << 20
  /// How long the work on a photo may take, in seconds.
  public var seconds = 60.0
  /// How long a connection may take until the head of a request is there, in seconds.
  public var headSeconds = 15.0
  /// How long a photo may take to arrive, in seconds.
  public var bodySeconds = 60.0
  /// How many connections are served at once; others wait.
  public var connections = 512

  public init() {}
}
