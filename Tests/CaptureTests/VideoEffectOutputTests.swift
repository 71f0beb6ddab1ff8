import Effects
import FilterGraph
import FoundationEssentials
import FrameStream
import Imaging
import Scenes
import Support
import Synchronization
import Testing

@testable import Capture

@Suite struct VideoEffectOutputTests {
  private let clock = ManualClock()
  private let session: CaptureSession
  /// The device's own frames, beside the effect's.
  private let tap = RecordingOutput()

  init() { session = CaptureSession(clock: clock) }

  /// An inverting effect, without analysis.
  private static let invert: VideoEffectOutput.Compositor = { scene in
    var scene = scene
    scene.image = scene.image.applying(.colorInvert)
    return scene
  }

  private func start(_ output: VideoEffectOutput, _ device: CaptureDevice = VirtualCamera.device()) async throws {
    try await session.add(CaptureInput(device: device))
    try await session.add(output)
    try await session.add(tap)
    await output.prepare()
    try await session.startRunning()
    await clock.advance(by: .zero)
  }

  private func values(_ output: RecordingOutput) -> [UInt8] { output.frames.map { $0.pixels.bytes[0] } }

  @Test func `effects are drawn on frames in order, with their times`() async throws {
    let results = RecordingOutput()
    let output = VideoEffectOutput(
      analysis: SceneAnalysis(), bufferCount: 20, outputs: [results], compositor: Self.invert)
    try await start(output)
    await clock.advance(by: .parts(9, of: 30))
    await session.stopRunning()
    await output.finish()
    // Light is inverted, of which so dark pictures leave nothing.
    #expect(values(results) == [UInt8](repeating: 255, count: 10))
    #expect(results.frames.map(\.time) == tap.frames.map(\.time) && tap.frames.count == 10)
    #expect(output.counts.delivered == 10 && output.counts.dropped == 0)
  }

  @Test func `an effect slower than the camera drops and counts frames, and delays nothing else`()
    async throws
  {
    let results = RecordingOutput()
    let turns = DrawingTurns()
    let output = turns.effect(bufferCount: 2, to: results)
    try await start(output)
    await clock.advance(by: .parts(29, of: 30))
    #expect(tap.frames.count == 30)
    // One is being drawn, a few are between the stages, and two wait; all others were dropped and reported.
    #expect(output.counts.dropped > 20 && results.drops.count == output.counts.dropped)
    #expect(results.drops.allSatisfy { $0.reason == .outOfBuffers && $0.size == VirtualCamera.size })
    turns.give(30)
    await session.stopRunning()
    await output.finish()
    #expect(results.frames.count + results.drops.count == 30)
    // No frame is drawn twice, and none is late.
    let times = results.frames.map(\.time)
    #expect(times == times.sorted() && Set(times).isDisjoint(with: results.drops.map(\.time)))
  }

  @Test func `a movie has the effect and the sound`() async throws {
    let folder = try TemporaryFolder()
    let movie = MovieFileOutput(bufferCount: 100)
    let output = VideoEffectOutput(
      analysis: SceneAnalysis(), bufferCount: 100, outputs: [movie], compositor: Self.invert)
    let size = PixelSize(width: 64, height: 48)
    try await start(output, VirtualCamera.device(sizes: [size]))
    #expect(output.mediaTypes == [.video, .audio] && output.connections.map(\.inputPort.mediaType) == [.video])
    try movie.startRecording(to: folder.url.appending(path: "a.mp4"))
    await clock.advance(by: .parts(30, of: 30))
    await session.stopRunning()
    await output.finish()
    let recorded = try #require(await movie.stopRecording())
    #expect(recorded.error == nil && recorded.droppedFrameCount == 0)
    var frames: [Frame] = []
    for try await frame in try VideoFile(contentsOf: recorded.url).frames { frames.append(frame) }
    #expect(frames.count == recorded.frameCount && frames.count >= 30)
    #expect(frames.allSatisfy { $0.pixels.bytes[0] > 215 })
  }

  @Test func `transparent results are refused by a container without transparency`() async throws {
    let folder = try TemporaryFolder()
    let movie = MovieFileOutput()
    let output = VideoEffectOutput(
      analysis: SceneAnalysis(), isOpaque: false, outputs: [movie], compositor: Self.invert)
    try await start(output)
    #expect(movie.recommendedMovieSettings.content == .colorWithAlpha)
    var events = movie.events.makeAsyncIterator()
    for (name, isHeld) in [("a.mp4", false), ("a.webm", true)] {
      try movie.startRecording(to: folder.url.appending(path: name))
      await clock.advance(by: .parts(2, of: 30))
      await output.finish()
      await movie.stopRecording()
      var recorded: CapturedMovie?
      while recorded == nil, let event = await events.next() {
        if case .didFinishRecording(let movie) = event { recorded = movie }
      }
      #expect((recorded?.error == nil) == isHeld, "\(name)")
    }
    #expect(folder.contents == ["a.webm"])
  }

  @Test func `only effects that must cover every face or code delay frames`() {
    let drawn = SceneAnalysis(forLive: EffectStack([.clownMakeup()]), quality: .fast)
    #expect(drawn.faces?.lookAhead == 0 && drawn.faces?.smoothing == 0 && drawn.codes == nil)
    let hidden = SceneAnalysis(forLive: EffectStack([.hideFaces()]), quality: .fast)
    #expect(hidden.faces?.lookAhead == 1)
    let codes = SceneAnalysis(forLive: EffectStack([.hideCodes()]), quality: .fast)
    #expect(codes.codes?.lookAhead == 0.5)
  }

  @Test func `an error ends the effect and nothing else, and is reported`() async throws {
    struct Refusal: Error {}
    let results = RecordingOutput()
    let output = VideoEffectOutput(analysis: SceneAnalysis(), bufferCount: 20, outputs: [results]) { scene in
      if scene.frame.pixels.bytes[0] == 3 { throw Refusal() }
      return scene
    }
    var errors = output.errors.makeAsyncIterator()
    try await start(output)
    await clock.advance(by: .parts(5, of: 30))
    guard case .failed("VideoEffectOutput", _) = await errors.next() else {
      Issue.record("no error was told")
      return
    }
    await clock.advance(by: .parts(5, of: 30))
    await session.stopRunning()
    await output.finish()
    #expect(values(results) == [0, 1, 2] && tap.frames.count == 11)
  }

  @Test func `when a camera follows another, the frames of the one come before those of the other`() async throws {
    let results = RecordingOutput()
    let output = VideoEffectOutput(
      analysis: SceneAnalysis(), bufferCount: 20, outputs: [results], compositor: Self.invert)
    try await start(output)
    await clock.advance(by: .parts(4, of: 30))
    let first = try #require(await session.inputs.first)
    await session.beginConfiguration()
    try await session.remove(first)
    try await session.add(CaptureInput(device: VirtualCamera.device("other")))
    try await session.commitConfiguration()
    await clock.advance(by: .parts(5, of: 30))
    await session.stopRunning()
    await output.finish()
    #expect(values(results).count == tap.frames.count)
    #expect(results.frames.map(\.time) == tap.frames.map(\.time))
    // Removed with its session, it takes its outputs along.
    try await session.remove(output)
    #expect(output.connections.isEmpty)
    #expect(await eventually { results.hasLeft })
  }

  @Test func `statement 13.8: a preview of effects is mirrored like the camera's`() async throws {
    let preview = PreviewOutput()
    let output = VideoEffectOutput(analysis: SceneAnalysis(), outputs: [preview], compositor: Self.invert)
    let size = VirtualCamera.size
    let camera = CaptureDevice(
      name: "front", position: .front,
      formats: [CaptureDeviceFormat(dimensions: size, pixelFormat: .rgb24, frameRates: [FrameRateRange(rate: 30)])],
      frames: { _ in
        FrameSequence(VirtualCamera.Source(times: (0..<9).map { .parts($0, of: 30) }))
      })
    try await start(output, camera)
    let connection = try #require(output.connections.first)
    #expect(connection.isVideoMirrored)
    let source = try #require(await session.connections.first { $0.output === output })
    try source.setVideoRotationAngle(90)
    await clock.advance(by: .parts(1, of: 30))
    await session.stopRunning()
    await output.finish()
    #expect(preview.currentFrame?.orientation == Orientation.right.then(.upMirrored))
    #expect(connection.frameOrientation == Orientation.right.then(.upMirrored))
  }
}
