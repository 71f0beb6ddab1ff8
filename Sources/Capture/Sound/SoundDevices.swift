import FoundationEssentials
import FrameStream
import Imaging

/// Devices that give sound.
extension CaptureDevice {
  /// A microphone.
  ///
  /// - Parameter name: `alsa:hw:0` and other names of ALSA's, `pulse`, or `pulse:NAME`; PipeWire answers for PulseAudio.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for names of another form. Whether the device is there turns out when
  ///   it starts.
  public convenience init(microphone name: String) throws(CaptureError) {
    guard let parsed = MicrophoneName(name) else {
      throw .unsupported(what: name, reason: "microphones are named alsa:DEVICE, pulse or pulse:DEVICE")
    }
    self.init(microphone: parsed, localizedName: parsed.description)
  }

  /// The microphones that are there now: those of PulseAudio or PipeWire where one of these runs, the one first that it takes
  /// where none is named (`pulse:default`, which goes by the name of what that is now), and those of ALSA's sound cards.
  public static func microphones() -> [CaptureDevice] { SoundServer.microphones() + SoundCards.microphones() }

  /// The microphone that is in this camera, as a webcam's; nil where there is none, or it is not known.
  public var microphone: CaptureDevice? { bus.flatMap { SoundCards.microphone(at: $0) } }

  convenience init(microphone name: MicrophoneName, localizedName: String) {
    // Rate and channels are those that the device has when it starts.
    self.init(
      uniqueID: name.description, localizedName: localizedName, deviceType: .microphone, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: AudioFormat(sampleRate: 48_000, channelCount: 2))],
      driver: MicrophoneDriver(name))
  }

  /// The sound of a file that stands for a microphone's, as WAV. It ends with the file, and begins anew when the session starts
  /// again.
  ///
  /// - Parameter url: a file of sound, or a film.
  /// - Throws: ``CaptureError/frames(_:)`` if it cannot be read.
  public convenience init(sound url: URL) throws(CaptureError) {
    let format: AudioFormat
    do throws(FrameStreamError) { format = try SoundReader(contentsOf: url).format } catch { throw .frames(error) }
    self.init(
      uniqueID: url.path, localizedName: url.lastPathComponent, deviceType: .virtual, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: format)],
      driver: SoundDriver { () throws(FrameStreamError) in FileSound(reader: try SoundReader(contentsOf: url)) })
  }

  /// Sound that the program makes.
  ///
  /// - Parameters:
  ///   - name: for people and messages, and what names the device.
  ///   - format: rate and channels.
  ///   - pieceLength: samples of a channel that are given at once, at least 1.
  ///   - clockDrift: by how much the device's clock is too fast, as a fraction of time; crystals differ by up to 0.0001.
  ///   - samples: makes the samples of all channels from a moment on, so many of each channel; nil ends the sound. Called by one
  ///     thread at a time.
  public convenience init(
    name: String, audio format: AudioFormat, pieceLength: Int = 1024, clockDrift: Double = 0,
    generating samples: @escaping @Sendable (_ first: Int64, _ count: Int) -> [Float]?
  ) {
    self.init(
      uniqueID: name, localizedName: name, deviceType: .virtual, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: format)],
      driver: SoundDriver(clockDrift: clockDrift) { () throws(FrameStreamError) in
        GeneratedSound(format: format, pieceLength: max(1, pieceLength), make: samples)
      })
  }

  private struct FileSound: SoundSource {
    let reader: SoundReader
    var format: AudioFormat { reader.format }
    mutating func next() throws(FrameStreamError) -> [Float]? { try reader.next() }
  }

  private struct GeneratedSound: SoundSource {
    let format: AudioFormat
    let pieceLength: Int
    let make: @Sendable (Int64, Int) -> [Float]?
    var count: Int64 = 0

    mutating func next() throws(FrameStreamError) -> [Float]? {
      defer { count += Int64(pieceLength) }
      guard let samples = make(count, pieceLength), samples.count == pieceLength * format.channelCount else {
        return nil
      }
      return samples
    }
  }
}
