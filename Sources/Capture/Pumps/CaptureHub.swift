import Synchronization

/// Distributes a device's samples to all connected outputs. An output only queues a sample and works on it elsewhere,
/// so that none delays another. May be shared by threads.
final class CaptureHub: Sendable {
  private let connections: Mutex<[CaptureConnection]>

  init(_ connections: [CaptureConnection]) { self.connections = Mutex(connections) }

  /// Replaces the connections between two samples: those that stay miss no sample and get none twice.
  func set(_ connections: [CaptureConnection]) { self.connections.withLock { $0 = connections } }

  /// - Parameter still: the source of photos, beside a frame.
  func deliver(_ sample: CaptureSample, of still: StillSource? = nil) {
    // Held while outputs take the sample, so that a removed output receives nothing after the removal.
    connections.withLock { connections in
      for connection in connections { connection.deliver(sample, of: still) }
    }
  }
}
