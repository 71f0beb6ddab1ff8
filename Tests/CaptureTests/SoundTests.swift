import FoundationEssentials
import FrameStream
import Glibc
import Imaging
import Support
import Testing

@testable import Capture

/// Sound in sessions, on a clock that stands still until it is advanced.
@Suite struct SoundTests {
  private static let size = PixelSize(width: 64, height: 48)
  private static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
  private let clock = ManualClock(time: .parts(7, of: 1))
  private let session: CaptureSession
  private let folder: TemporaryFolder

  init() throws {
    session = CaptureSession(clock: clock)
    folder = try TemporaryFolder()
  }

  /// A tone from a moment on, silence before; the sound's end, in samples.
  private func microphone(
    toneFrom start: Int64 = 0, end: Int64 = .max, drift: Double = 0, format: AudioFormat = format
  ) -> CaptureDevice {
    CaptureDevice(name: "tone", audio: format, clockDrift: drift) { first, count in
      guard first + Int64(count) <= end else { return nil }
      return (0..<count).flatMap { index -> [Float] in
        let number = first + Int64(index)
        let sample = number < start ? 0 : Float(sin(2 * Double.pi * 440 * Double(number) / 48_000)) / 2
        return [Float](repeating: sample, count: format.channelCount)
      }
    }
  }

  /// Black at first, white from a frame on.
  private func camera(whiteFrom index: Int) -> CaptureDevice {
    CaptureDevice(
      name: "flash",
      formats: [
        CaptureDeviceFormat(dimensions: Self.size, pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
      ], generating: { format, number in VirtualCamera.picture(format.dimensions, number < index ? 0 : 255) })
  }

  /// All buffers that came, once the output has left.
  private func buffers(_ output: AudioDataOutput) async throws -> [AudioBuffer] {
    try await session.remove(output)
    var buffers: [AudioBuffer] = []
    for await buffer in output.buffers { buffers.append(buffer) }
    return buffers
  }

  /// The samples of the first channel of a file.
  private func samples(_ url: URL) throws -> [Float] {
    let reader = try SoundReader(contentsOf: url)
    var samples: [Float] = []
    while let piece = try reader.next() {
      samples += stride(from: 0, to: piece.count, by: reader.format.channelCount).map { piece[$0] }
    }
    return samples
  }

  @Test func `statement 1.2: a microphone has a port of sound, and goes to outputs of sound alone`() async throws {
    let input = try CaptureInput(device: microphone())
    #expect(input.ports.map(\.mediaType) == [.audio])
    let (video, sound, movie) = (VideoDataOutput(), AudioDataOutput(), MovieFileOutput())
    for output in [video, sound, movie] as [any CaptureOutput] { try await session.add(output) }
    try await session.add(input)
    try await session.add(CaptureInput(device: camera(whiteFrom: 0)))
    let pairs = await session.connections.map { ($0.inputPort.mediaType, ObjectIdentifier($0.output)) }
    #expect(pairs.filter { $0.0 == .audio }.map(\.1) == [ObjectIdentifier(sound), ObjectIdentifier(movie)])
    #expect(pairs.filter { $0.0 == .video }.map(\.1) == [ObjectIdentifier(video), ObjectIdentifier(movie)])
    #expect(await !session.canAdd(try CaptureInput(device: microphone())))
    #expect(await session.canSetSessionPreset(.high))
  }

  @Test func `statement 10.1: buffers follow one another, and their times are those of their first samples`()
    async throws
  {
    let output = AudioDataOutput()
    try await session.add(output)
    try await session.add(CaptureInput(device: microphone()))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 1))
    let buffers = try await buffers(output)
    #expect(buffers.count == 48_000 / 1024 && output.droppedBufferCount == 0)
    for (index, buffer) in buffers.enumerated() {
      #expect(buffer.format == Self.format && buffer.frameCount == 1024)
      #expect(abs((buffer.time - .parts(7, of: 1)).seconds - Double(index) * 1024 / 48_000) < 2e-9)
      let first = Float(sin(2 * Double.pi * 440 * Double(index * 1024) / 48_000)) / 2
      #expect(buffer.samples[0] == first && buffer.samples[1] == first)
    }
  }

  @Test(arguments: [1e-4, -1e-4])
  func `statement 10.1: sound is the master, and frames are on its timeline though its clock drifts`(drift: Double)
    async throws
  {
    let (tap, output) = (RecordingOutput(), AudioDataOutput(bufferCount: 10_000))
    try await session.add(output)
    try await session.add(CaptureInput(device: microphone(drift: drift)))
    try await session.add(tap)
    try await session.add(CaptureInput(device: camera(whiteFrom: 0)))
    try await session.startRunning()
    await clock.advance(by: .parts(120, of: 1))
    #expect(abs(session.synchronizationClock.relation.rate - 1 - drift) < 1e-6)
    let start = MediaTime.parts(7, of: 1)
    let late = tap.frames.enumerated().filter { $0.offset > 60 * 30 }
    #expect(tap.frames.count == 3601 && zip(tap.times, tap.times.dropFirst()).allSatisfy { $0 < $1 })
    for (index, frame) in late {
      // What the sound's clock says at the moment of the frame.
      let expected = Double(index) / 30 * (1 + drift)
      #expect(abs((frame.time - start).seconds - expected) < 0.0005)
    }
    let buffers = try await buffers(output)
    let last = try #require(buffers.last)
    // Its own count of samples, whatever other clocks say.
    #expect(abs((last.time - start).seconds - Double(buffers.count - 1) * 1024 / 48_000) < 1e-5)
    let heard = (clock.time - start).seconds * (1 + drift)
    #expect(abs((last.time + last.duration - start).seconds - heard) < 0.022)
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm"])
  func `statement 5.8: sound and picture of a movie begin together`(name: String) async throws {
    let movie = MovieFileOutput(bufferCount: 400)
    try await session.add(movie)
    try await session.add(CaptureInput(device: microphone(toneFrom: 96_000)))
    try await session.add(CaptureInput(device: camera(whiteFrom: 60)))
    try await session.startRunning()
    await clock.advance(by: .parts(5, of: 7))
    #expect(movie.recommendedMovieSettings.audioFormat == Self.format)
    let url = folder.url.appending(path: name)
    try movie.startRecording(to: url)
    await clock.advance(by: .parts(3, of: 1))
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == 90)
    let film = try VideoFile(contentsOf: url)
    #expect(film.format.otherStreams.map(\.kind) == [.sound])
    var flash: Double?
    for try await frame in film.frames where flash == nil && frame.pixels.bytes[0] > 128 { flash = frame.time.seconds }
    let samples = try samples(url)
    let tone = try #require(samples.firstIndex { abs($0) > 0.1 })
    // In Matroska AAC begins before zero with samples that nobody is to hear; here they are read. The first of the tone is a few
    // samples after the moment that it rises at.
    let early = name.hasSuffix("mkv") ? 1024 : 0
    #expect(abs(Double(tone - early) / 48_000 - (try #require(flash))) < 0.006)
    #expect(abs(Double(samples.count) / 48_000 - 3) < 0.1)
    let profile = stride(from: tone, to: samples.count - 4801, by: 4800).map { place in
      zip(samples[place..<place + 4800], samples[(place + 1)...]).filter { $0 < 0 && $1 >= 0 }.count
    }
    #expect(profile.allSatisfy { abs($0 - 44) <= 1 }, "\(profile)")
  }

  @Test func `statement 5.9: a pause takes the sound along, and sound that ends leaves silence`() async throws {
    let movie = MovieFileOutput(bufferCount: 400)
    try await session.add(movie)
    try await session.add(CaptureInput(device: microphone(toneFrom: 5 * 48_000, end: 7 * 48_000)))
    try await session.add(CaptureInput(device: camera(whiteFrom: 150)))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 100))
    let url = folder.url.appending(path: "a.mp4")
    try movie.startRecording(to: url)
    await clock.advance(by: .parts(2, of: 1))
    movie.pauseRecording()
    await clock.advance(by: .parts(2, of: 1))
    movie.resumeRecording()
    await clock.advance(by: .parts(6, of: 1))
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == 240)
    var flash: Double?
    for try await frame in try VideoFile(contentsOf: url).frames where flash == nil && frame.pixels.bytes[0] > 128 {
      flash = frame.time.seconds
    }
    let samples = try samples(url)
    let (first, last) = (
      Double(try #require(samples.firstIndex { abs($0) > 0.1 })) / 48_000,
      Double(try #require(samples.lastIndex { abs($0) > 0.1 })) / 48_000
    )
    #expect(abs(first - (try #require(flash))) < 0.006 && abs(last - first - 2) < 0.03)
    // The movie is 8 s long; of its sound the last second may be missing.
    #expect(Double(samples.count) / 48_000 > 6.9)
  }

  @Test(arguments: ["mov", "mp4"])
  func `statement 5.3: no sound is lost at a switch of files`(kind: String) async throws {
    let movie = MovieFileOutput(bufferCount: 400)
    try await session.add(movie)
    // A tone that goes on.
    try await session.add(CaptureInput(device: microphone(toneFrom: 0, end: .max)))
    try await session.add(CaptureInput(device: camera(whiteFrom: 0)))
    try await session.startRunning()
    await clock.advance(by: .parts(1, of: 100))
    var events = movie.events.makeAsyncIterator()
    let urls = ["a", "b", "c"].map { folder.url.appending(path: "\($0).\(kind)") }
    for url in urls {
      try movie.startRecording(to: url)
      // No whole number of buffers, nor of frames.
      await clock.advance(by: .parts(1013, of: 1000))
    }
    await movie.stopRecording()
    var movies: [CapturedMovie] = []
    while movies.count < 3, let event = await events.next() {
      if case .didFinishRecording(let movie) = event { movies.append(movie) }
    }
    #expect(movies.map(\.url) == urls && movies.allSatisfy { $0.error == nil })
    for (file, next) in zip(movies, movies.dropFirst()) {
      let length = try #require(next.firstTime) - (try #require(file.firstTime))
      let samples = try samples(file.url)
      // The coder's own block is 1024 samples long; a buffer that was lost would be as much.
      #expect(abs(Double(samples.count) / 48_000 - length.seconds) < 0.0125, "\(samples.count) \(length.seconds)")
      #expect(samples.suffix(2400).prefix(1200).contains { abs($0) > 0.1 })
    }
  }

  @Test func `a sound file is a device`() async throws {
    let samples = (0..<12_000).map { Int16(truncatingIfNeeded: $0 * 7) }
    let url = try folder.file("sound.wav", Self.wave(samples, rate: 8000))
    let device = try CaptureDevice(sound: url)
    #expect(device.hasMediaType(.audio) && !device.hasMediaType(.video) && device.localizedName == "sound.wav")
    #expect(device.activeFormat.audioFormat == AudioFormat(sampleRate: 8000, channelCount: 1))
    let output = AudioDataOutput()
    try await session.add(output)
    try await session.add(CaptureInput(device: device))
    var events = session.events.makeAsyncIterator()
    try await session.startRunning()
    await clock.advance(by: .parts(2, of: 1))
    while let event = await events.next() { if case .inputDidEnd = event { break } }
    let buffers = try await buffers(output)
    #expect(buffers.flatMap(\.samples) == samples.map { Float($0) / 32_768 })
    #expect(buffers.first?.time == .parts(7, of: 1))
  }

  /// A WAV file of one channel.
  static func wave(_ samples: [Int16], rate: UInt32) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    let data = samples.flatMap { bytes($0) }
    return Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
      + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(rate) + bytes(rate * 2) + bytes(UInt16(2)) + bytes(UInt16(16))
      + Array("data".utf8) + bytes(UInt32(data.count)) + data
  }

  @Test func `statement 13.11: the microphones of sound cards are devices`() throws {
    let cards = folder.url
    _ = try folder.file(
      "pcm",
      Array(
        """
        00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
        00-03: HDMI 0 : HDMI 0 : playback 1
        01-00: USB Audio : USB Audio : capture 1
        nonsense
        """.utf8))
    try FileManager.default.createDirectory(at: cards.appending(path: "card1"), withIntermediateDirectories: true)
    try Data("C920\n".utf8).write(to: cards.appending(path: "card1/id"))
    let found = SoundCards.microphones(in: cards.path)
    #expect(found.map(\.uniqueID) == ["alsa:plughw:0,0", "alsa:plughw:1,0"])
    #expect(found.map(\.localizedName) == ["ALC257 Analog", "C920: USB Audio"])
    #expect(found.allSatisfy { $0.deviceType == .microphone && $0.hasMediaType(.audio) })
    #expect(SoundCards.microphones(in: "/nowhere").isEmpty)
  }

  @Test func `statement 13.11: a sound server is asked where one runs, and none is started`() throws {
    #expect(!SoundServer.isRunning(["XDG_RUNTIME_DIR": folder.url.path]) || SoundServer.isRunning([:]))
    let pulse = folder.url.appending(path: "pulse")
    try FileManager.default.createDirectory(at: pulse, withIntermediateDirectories: true)
    try Data().write(to: pulse.appending(path: "native"))
    #expect(SoundServer.isRunning(["XDG_RUNTIME_DIR": folder.url.path]))
    #expect(SoundServer.isRunning(["PULSE_RUNTIME_PATH": pulse.path]))
    #expect(SoundServer.isRunning(["PULSE_SERVER": "tcp:studio"]))
  }

  @Test func `statement 13.11: a camera's microphone is the one at its place on the bus`() throws {
    _ = try folder.file(
      "pcm", Array("00-00: ALC257 : ALC257 : capture 1\n02-00: USB Audio : USB Audio : capture 1\n".utf8))
    _ = try folder.file(
      "cards",
      Array(
        """
         0 [PCH            ]: HDA-Intel - HDA Intel PCH
                              HDA Intel PCH at 0xf7f10000 irq 130
         1 [Headset        ]: USB-Audio - Headset
                              Headset at usb-0000:00:14.0-2, full speed
         2 [C920           ]: USB-Audio - HD Pro Webcam C920
                              HD Pro Webcam C920 at usb-0000:00:14.0-1, high speed

        """.utf8))
    let cards = folder.url.path
    #expect(SoundCards.microphone(at: "usb-0000:00:14.0-1", in: cards)?.uniqueID == "alsa:plughw:2,0")
    // A headset that only plays, another port whose name begins alike, and a camera of no bus.
    for bus in ["usb-0000:00:14.0-2", "usb-0000:00:14.0-11", "usb-0000:00:14.0", "", "platform:camera"] {
      #expect(SoundCards.microphone(at: bus, in: cards) == nil, "\(bus)")
    }
    let cameras = try EmulatedCameras()
    try cameras.plugIn("video0", bus: "usb-0000:00:14.0-1", ["format GREY 16x8 30"])
    #expect(cameras.discovery().devices.first?.bus == "usb-0000:00:14.0-1")
  }

  @Test func `sources without sound are refused by name`() async throws {
    let text = try folder.file("text.wav", Array("no sound at all".utf8))
    for url in [text, URL(filePath: "/nowhere/a.wav")] {
      #expect(throws: CaptureError.self) { _ = try CaptureDevice(sound: url) }
    }
    for name in ["jack:system", ""] {
      #expect(throws: CaptureError.self) { _ = try CaptureDevice(microphone: name) }
    }
    // A card that is not there: known when it starts.
    try await session.add(AudioDataOutput())
    try await session.add(CaptureInput(device: try CaptureDevice(microphone: "alsa:hw:31,7")))
    do {
      try await session.startRunning()
      Issue.record("it started")
    } catch {
      #expect("\(error)".hasPrefix("alsa:hw:31,7: cannot be read"), "\(error)")
    }
  }

  @Test func `ALSA's devices are read through FFmpeg's library`() throws {
    // ALSA's own plug-in that plays a file as a microphone.
    let samples = (0..<96_000).map { Int16(truncatingIfNeeded: $0 * 3) }
    let raw = try folder.file(
      "raw", samples.flatMap { sample in withUnsafeBytes(of: sample.littleEndian) { Array($0) } })
    let configuration = try folder.file(
      "asound.conf",
      Array(
        """
        pcm.recorded {
          type file
          slave.pcm { type null }
          file "/dev/null"
          infile "\(raw.path)"
          format "raw"
        }
        """.utf8))
    setenv("ALSA_CONFIG_PATH", configuration.path, 1)
    let wakeUp = WakeUp()
    let reader = try SoundReader(microphone: "recorded", of: "alsa", waking: wakeUp)
    #expect(reader.format == Self.format)
    var read: [Float] = []
    while read.count < 20_000, let piece = try reader.next() { read += piece }
    let expected = samples.prefix(20_000).map { (sample: Int16) -> Float in Float(sample) / 32_768 }
    #expect(Array(read.prefix(20_000)) == expected)
    // Nobody waits any more.
    wakeUp.wake()
  }
}
