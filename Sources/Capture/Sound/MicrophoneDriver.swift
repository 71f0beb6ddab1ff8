import FrameStream

/// A microphone of ALSA, PulseAudio or PipeWire, through FFmpeg's libavdevice. May be shared by threads.
final class MicrophoneDriver: CaptureDriver {
  private let name: MicrophoneName

  init(_ name: MicrophoneName) { self.name = name }

  /// It is opened at the start: many microphones allow one program at a time.
  func checkAccess() throws(CaptureError) {}

  var lackOfControls: CaptureError {
    .unsupported(what: name.description, reason: "the volume is set by the sound system's own programs")
  }

  func makeStream(_ settings: StreamSettings, clock: any CaptureClock) throws(CaptureError) -> any CaptureStream {
    let wakeUp = WakeUp()
    do throws(FrameStreamError) {
      return MicrophoneStream(
        try SoundReader(microphone: name.device, of: name.system, waking: wakeUp), wakeUp, clock: clock)
    } catch { throw .frames(error) }
  }
}
