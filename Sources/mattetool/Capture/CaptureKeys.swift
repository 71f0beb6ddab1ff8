import Capture

/// The actions of keys while `capture` runs. May be shared by threads.
final class CaptureKeys: Sendable {
  /// The line that lists the keys.
  static let help = "keys: space photo, p pause, z and x zoom in and out, q end"

  private let camera: CaptureDevice
  private let movie: MovieFileOutput
  private let photos: PhotoTaking
  private let rate: Double
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - rate: the rate of zooms, in powers of two a second.
  ///   - end: ends the recording.
  init(
    camera: CaptureDevice, movie: MovieFileOutput, photos: PhotoTaking, rate: Double,
    end: @escaping @Sendable () -> Void
  ) {
    (self.camera, self.movie, self.photos, self.rate, self.end) = (camera, movie, photos, rate, end)
  }

  func press(_ key: Character) {
    switch key {
    case " ": photos.take()
    case "p":
      if movie.isRecordingPaused {
        movie.resumeRecording()
        Console.note("recording")
      } else {
        movie.pauseRecording()
        Console.note("paused")
      }
    case "z": zoom(by: 2)
    case "x": zoom(by: 0.5)
    case "q": end()
    default: break
    }
  }

  private func zoom(by step: Double) {
    let factor = min(max(camera.videoZoomFactor * step, 1), camera.activeFormat.videoMaxZoomFactor)
    do throws(CaptureError) {
      try camera.configure { (device) throws(CaptureError) in
        try device.ramp(toVideoZoomFactor: factor, withRate: rate)
      }
    } catch { Console.warning("\(error)") }
  }
}
