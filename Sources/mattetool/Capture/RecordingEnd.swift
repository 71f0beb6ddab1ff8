import Capture

/// The reason for which a recording ends.
enum RecordingEnd: Sendable {
  /// The device's video has ended, by an error or with the last frame of a virtual device's movie.
  case device(CaptureError?)
  /// The movie has ended, at its longest duration or by an error.
  case movie(CapturedMovie)

  /// Waits for the end of a camera's video. The end of the sound, or its failure, does not count.
  ///
  /// - Returns: the error that ended it; nil if there are no more frames.
  static func error(
    endingVideoOf camera: CaptureDevice, in events: AsyncStream<CaptureSession.Event>
  ) async -> CaptureError? {
    for await event in events {
      switch event {
      case .didStartRunning, .didStopRunning: continue
      case .inputDidEnd(let device):
        if device === camera { return nil }
      case .wasInterrupted(.deviceDisconnected, let device):
        return .disconnected(device: device.path ?? device.localizedName)
      case .wasInterrupted(.deviceInUseByAnotherClient, let device):
        return .inUse(
          device: device.path ?? device.localizedName, reason: "another program streams from it; end that first")
      case .runtimeError(let error, let device):
        if device === camera { return error }
        Console.warning("\(error); the movie goes on without its sound")
      }
    }
    return nil
  }
}
