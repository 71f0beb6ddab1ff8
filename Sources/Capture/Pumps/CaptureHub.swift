import Synchronization

/// Distributes a device's samples to all connected outputs. An output only queues a sample and works on it elsewhere,
/// so that none delays another. May be shared by threads.
final class CaptureHub: Sendable {
  private struct State {
    var connections: [CaptureConnection]
    /// Samples that are held back, in order; nil if they are delivered at once. `CaptureDevice.maximumFramesInUse`
    /// limits the frames among them.
    var heldBack: [HeldSample]?
  }

  private struct HeldSample {
    let sample: CaptureSample
    let still: StillSource?
  }

  private let state: Mutex<State>

  /// - Parameter holdsBack: whether samples are held back until ``release()``.
  init(_ connections: [CaptureConnection], holdingBack holdsBack: Bool = false) {
    state = Mutex(State(connections: connections, heldBack: holdsBack ? [] : nil))
  }

  /// Replaces the connections between two samples: those that stay miss no sample and get none twice.
  func set(_ connections: [CaptureConnection]) { state.withLock { $0.connections = connections } }

  /// - Parameter still: the source of photos, beside a frame.
  func deliver(_ sample: CaptureSample, of still: StillSource? = nil) {
    // Held while outputs take the sample, so that a removed output receives nothing after the removal.
    state.withLock { state in
      guard state.heldBack == nil else {
        state.heldBack?.append(HeldSample(sample: sample, still: still))
        return
      }
      for connection in state.connections { connection.deliver(sample, of: still) }
    }
  }

  /// Delivers the samples that were held back; those that follow are delivered at once.
  func release() {
    state.withLock { state in
      let frames = state.heldBack?.count { if case .frame = $0.sample { true } else { false } } ?? 0
      if frames > 0 {
        for connection in state.connections { connection.announce(heldFrames: frames) }
      }
      for held in state.heldBack ?? [] {
        for connection in state.connections { connection.deliver(held.sample, of: held.still) }
      }
      state.heldBack = nil
    }
  }
}
