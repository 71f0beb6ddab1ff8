import FoundationEssentials
import FrameStream
import Imaging

/// Devices for sound.
extension CaptureDevice {
  /// Creates a microphone.
  ///
  /// - Parameter name: `alsa:` and an ALSA device such as `hw:0`, `pulse` for the default source of PulseAudio or
  ///   PipeWire, or `pulse:NAME`.
  /// - Throws: ``CaptureError/unsupported(what:reason:)`` for names of another form. Whether the device exists is
  ///   checked when it starts.
  public convenience init(microphone name: String) throws(CaptureError) {
    guard let parsed = MicrophoneName(name) else {
      throw .unsupported(what: name, reason: "microphones are named alsa:DEVICE, pulse or pulse:DEVICE")
    }
    self.init(microphone: parsed, localizedName: parsed.description)
  }

  /// The microphones that are connected now: those of PulseAudio or PipeWire if one of these runs, its default source
  /// (`pulse:default`) first, and those of ALSA's sound cards. The default source has the name of the device that it
  /// refers to.
  public static func microphones() -> [CaptureDevice] { SoundServer.microphones() + SoundCards.microphones() }

  /// The microphone that is built into this camera; nil if there is none or it is not known.
  public var microphone: CaptureDevice? { bus.flatMap { SoundCards.microphone(at: $0) } }

  convenience init(microphone name: MicrophoneName, localizedName: String) {
    // Rate and channels are those of the device at the start.
    self.init(
      uniqueID: name.description, localizedName: localizedName, deviceType: .microphone, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: AudioFormat(sampleRate: 48_000, channelCount: 2))],
      driver: MicrophoneDriver(name))
  }

  /// Creates a microphone that gives the sound of a file. It ends with the file, and restarts when the session is
  /// started again.
  ///
  /// - Parameter url: an audio file such as a WAV, or a movie.
  /// - Throws: ``CaptureError/frames(_:)`` if the file has no sound or cannot be read.
  public convenience init(sound url: URL) throws(CaptureError) {
    let format: AudioFormat
    do throws(FrameStreamError) { format = try SoundReader(contentsOf: url).format } catch { throw .frames(error) }
    self.init(
      uniqueID: url.path, localizedName: url.lastPathComponent, deviceType: .virtual, position: .unspecified,
      formats: [CaptureDeviceFormat(audio: format)],
      driver: SoundDriver { () throws(FrameStreamError) in FileSound(reader: try SoundReader(contentsOf: url)) })
  }

  /// Creates a microphone whose sound the program makes.
  ///
  /// - Parameters:
  ///   - name: the name for users and in messages, and the identifier.
  ///   - format: the sample rate and channels.
  ///   - pieceLength: number of samples of each channel in a buffer, at least 1.
  ///   - clockDrift: the error of the device's clock as a fraction, positive if it is fast. Crystals differ by up to
  ///     0.0001.
  ///   - samples: makes the interleaved samples from a time on, with the given number for each channel; nil ends the
  ///     sound. It is called by one thread at a time.
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
