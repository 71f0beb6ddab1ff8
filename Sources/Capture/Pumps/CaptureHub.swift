import Synchronization

/// Hands what a device gives to all outputs that are connected to it. An output only takes what it is given and works on it
/// elsewhere, so that none delays another. May be shared by threads.
final class CaptureHub: Sendable {
  private let connections: Mutex<[CaptureConnection]>

  init(_ connections: [CaptureConnection]) { self.connections = Mutex(connections) }

  /// Replaces the connections between two samples: those that stay miss none and get none twice.
  func set(_ connections: [CaptureConnection]) { self.connections.withLock { $0 = connections } }

  /// - Parameter still: what photos are made of, beside a frame.
  func deliver(_ sample: CaptureSample, of still: StillSource? = nil) {
    // Held while outputs take the sample, so that an output that was removed gets no more once that is done.
    connections.withLock { connections in
      for connection in connections { connection.deliver(sample, of: still) }
    }
  }
}
