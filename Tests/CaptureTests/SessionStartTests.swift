import Dispatch
import FoundationEssentials
import FrameStream
import Glibc
import Imaging
import Scenes
import Support
import Testing

@testable import Capture

/// The start of a session with a microphone that opens after its camera has given frames.
@Suite(.serialized) struct SessionStartTests {
  private static let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
  private let clock = ManualClock(time: .parts(7, of: 1))
  private let session: CaptureSession
  private let movie = MovieFileOutput(bufferCount: 400)
  private let tap = RecordingOutput()
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    session = CaptureSession(clock: clock)
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "film.mp4")
  }

  /// A camera that is black at first, and white from a frame on.
  ///
  /// - Parameter given: called once its first frame was given to the session.
  private func camera(whiteFrom start: Int = .max, given: @escaping @Sendable () -> Void = {}) -> CaptureDevice {
    CaptureDevice(
      name: "camera",
      formats: [
        CaptureDeviceFormat(
          dimensions: PixelSize(width: 64, height: 48), pixelFormat: .rgb24, frameRates: [FrameRateRange(1...30)])
      ],
      generating: { format, index in
        // The second picture is made after the first was given.
        if index == 1 { given() }
        return VirtualCamera.picture(format.dimensions, index < start ? 0 : 255)
      })
  }

  /// A microphone that is silent at first, with a tone from a sample on.
  private static func sound(toneFrom start: Int64) -> SoundDriver {
    struct Tone: SoundSource {
      let format: AudioFormat
      let start: Int64
      var count: Int64 = 0

      mutating func next() -> [Float]? {
        defer { count += 1024 }
        return (count..<count + 1024).map { number in
          number < start ? 0 : sinf(2 * Float.pi * 440 * Float(number % 48_000) / 48_000) / 2
        }
      }
    }
    return SoundDriver { () throws(FrameStreamError) in Tone(format: format, start: start) }
  }

  private func prepare(_ camera: CaptureDevice, _ microphone: CaptureDevice) async throws {
    try await session.add(tap)
    try await session.add(movie)
    try await session.add(CaptureInput(device: camera))
    try await session.add(CaptureInput(device: microphone))
    try movie.startRecording(to: url)
  }

  @Test func `a microphone that refuses to open after the camera's first frames leaves no movie`() async throws {
    let gate = Gate()
    try await prepare(camera { gate.open() }, SlowMicrophone(behind: gate, nil).device(Self.format))
    await #expect(throws: CaptureError.self) { try await session.startRunning() }
    #expect(gate.isWaitedFor && tap.samples.isEmpty)
    #expect(await movie.stopRecording()?.frameCount == 0)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `a camera is not opened behind a microphone that refuses to open`() async throws {
    let gate = Gate()
    gate.open()
    try await session.add(tap)
    try await session.add(CaptureInput(device: SlowMicrophone(behind: gate, nil).device(Self.format)))
    try await session.add(CaptureInput(device: camera()))
    // An output for sound, so that the microphone is needed.
    try await session.add(AudioDataOutput())
    await #expect(throws: CaptureError.self) { try await session.startRunning() }
    #expect(await session.startCount == 0)
    #expect(tap.samples.isEmpty)
  }

  @Test func `statement 5.8: a movie has the frames from before a slow microphone opened, in time with its sound`()
    async throws
  {
    let gate = Gate()
    // Both 2 s after the first frame; the microphone opens after half a second.
    let microphone = SlowMicrophone(behind: gate, Self.sound(toneFrom: 72_000)).device(Self.format)
    let sound = RecordingOutput([.audio])
    try await session.add(sound)
    try await prepare(camera(whiteFrom: 60), microphone)
    let start = Task { [session] in try await session.startRunning() }
    #expect(await eventually { gate.isWaitedFor })
    await clock.advance(by: .parts(1, of: 2))
    #expect(tap.samples.isEmpty)
    gate.open()
    try await start.value
    #expect(tap.times == (0...15).map { .parts(7, of: 1) + .parts($0, of: 30) })
    await clock.advance(by: .parts(5, of: 2))
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == 91 && recorded.firstTime == .parts(7, of: 1))
    // The frame that turns white, and the sound's first buffer, on the session's clock.
    #expect(tap.frames.first { $0.pixels.bytes[0] > 128 }?.time == .parts(9, of: 1))
    let buffers = sound.samples.compactMap { if case .audio(let buffer) = $0 { buffer } else { nil } }
    #expect(buffers.first?.time == .parts(15, of: 2))
    let reader = try SoundReader(contentsOf: url)
    var samples: [Float] = []
    while let piece = try reader.next() { samples += piece }
    // None of the sound is lost: before it there are only the coder's priming samples.
    let tone = try #require(samples.firstIndex { abs($0) > 0.1 })
    #expect(abs(tone - 1024 - 72_000) < 300, "\(tone) of \(samples.count)")
  }

  /// Starts a session with an output, and a microphone that opens when the camera has given 16 frames.
  ///
  /// - Parameter prepare: called before the start.
  private func start(_ output: any CaptureOutput, _ prepare: () throws -> Void = {}) async throws {
    let gate = Gate()
    try await session.add(output)
    try await session.add(tap)
    try await session.add(AudioDataOutput())
    try await session.add(CaptureInput(device: camera()))
    try await session.add(
      CaptureInput(device: SlowMicrophone(behind: gate, Self.sound(toneFrom: 0)).device(Self.format)))
    try prepare()
    let start = Task { [session] in try await session.startRunning() }
    #expect(await eventually { gate.isWaitedFor })
    await clock.advance(by: .parts(1, of: 2))
    gate.open()
    try await start.value
    #expect(tap.times.count == 16)
  }

  @Test func `a movie with a short queue takes all frames that were held back, and then no more than usual`()
    async throws
  {
    let movie = MovieFileOutput(bufferCount: 3)
    try await start(movie) {
      try movie.startRecording(to: url)
      // The encoder is blocked, so that all frames wait.
      movie.recordingQueue?.suspend()
    }
    await clock.advance(by: .parts(1, of: 3))
    movie.recordingQueue?.resume()
    #expect(tap.times.count == 26)
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == 16 + 3 && recorded.droppedFrameCount == 7)
    #expect(recorded.firstTime == .parts(7, of: 1))
    await session.stopRunning()
  }

  @Test func `effects with a short queue take all frames that were held back, and then no more than usual`()
    async throws
  {
    let results = RecordingOutput()
    let turns = DrawingTurns()
    let effects = turns.effect(bufferCount: 2, to: results)
    try await start(effects)
    #expect(effects.counts.dropped == 0 && results.drops.isEmpty)
    await clock.advance(by: .parts(1, of: 1))
    // Two wait, and a few are between the stages.
    #expect(effects.counts.dropped > 20)
    turns.give(46)
    await session.stopRunning()
    await effects.finish()
    #expect(results.frames.map(\.time).starts(with: tap.times.prefix(16)))
    #expect(tap.times.count == 46 && results.frames.count + results.drops.count == 46)
  }

  @Test func `a movie behind effects takes all frames that were held back`() async throws {
    let movie = MovieFileOutput(bufferCount: 3)
    let effects = VideoEffectOutput(analysis: SceneAnalysis(), outputs: [movie]) { $0 }
    try await start(effects) {
      try movie.startRecording(to: url)
      movie.recordingQueue?.suspend()
    }
    await session.stopRunning()
    await effects.finish()
    movie.recordingQueue?.resume()
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.frameCount == 16 && recorded.droppedFrameCount == 0)
  }

  @Test func `an input that a running session adds in vain stops neither the other new one nor those that run`()
    async throws
  {
    let gate = Gate()
    try await session.add(tap)
    try await session.add(AudioDataOutput())
    try await session.startRunning()
    await session.beginConfiguration()
    try await session.add(CaptureInput(device: camera { gate.open() }))
    try await session.add(CaptureInput(device: SlowMicrophone(behind: gate, nil).device(Self.format)))
    await #expect(throws: CaptureError.self) { try await session.commitConfiguration() }
    #expect(tap.times == [.parts(7, of: 1)])
    await clock.advance(by: .parts(1, of: 30))
    #expect(tap.times.count == 2)
    await session.stopRunning()
  }
}
