import Effects
import FrameStream
import MatteKit
import Scenes
import Segmentation
import Synchronization

/// Draws effects on the frames of a session and gives the results to other outputs: a movie, a preview, the program. May be
/// shared by threads.
///
/// ```swift
/// let (movie, preview) = (MovieFileOutput(), PreviewOutput())
/// let effects = VideoEffectOutput(EffectStack([.blurBackground()]), outputs: [movie, preview])
/// try await session.add(effects)
/// try await effects.prepare()
/// try await session.startRunning()
/// ```
/// Frames go through the stages of a `SceneSequence`: faces, mattes and drawing work on neighbouring frames at once. Where
/// that is slower than the camera, as many frames wait as `bufferCount` says, and those that come when as many wait are
/// dropped, counted (``counts``) and told to the outputs: so those that are drawn are evenly spaced, and the others of the
/// session lose none. Frames keep their times. Sound is not held up: movies put it where it belongs.
public final class VideoEffectOutput: CaptureOutput {
  /// Changes the picture of a scene.
  public typealias Compositor = @Sendable (Scene) async throws -> Scene

  public var mediaTypes: [CaptureMediaType] {
    outputs.contains { $0.mediaTypes.contains(.audio) } ? [.video, .audio] : [.video]
  }

  /// The outputs that get the results.
  public let outputs: [any CaptureOutput]
  /// Counts of frames that were drawn on and dropped.
  public let counts = FrameCounts()

  private struct State {
    /// The connections from the session.
    var sources: [CaptureConnection] = []
    /// The connections to the outputs.
    var connections: [CaptureConnection] = []
    var work: VideoEffectWork?
    /// Work that has been ended but may still have frames to deliver. Later frames are delivered after these.
    var ended: VideoEffectWork?
    var error: CaptureError?
  }

  private let state = Mutex(State())
  private let broadcaster = Broadcaster<CaptureError>()
  private let analysis: SceneAnalysis
  private let isOpaque: Bool
  private let bufferCount: Int
  private let compositor: Compositor

  /// An output of effects, the first applied first.
  ///
  /// - Parameters:
  ///   - stack: the effects. Those that promise something about every face or code look ahead, so that frames come later.
  ///   - quality: how much work a frame's mattes are worth.
  ///   - bufferCount: how many frames wait at most, at least 1.
  ///   - outputs: where the results go. They are not added to the session themselves.
  public convenience init(
    _ stack: EffectStack, quality: MatteQuality = .fast, bufferCount: Int = 8, outputs: [any CaptureOutput]
  ) {
    self.init(
      analysis: SceneAnalysis(forLive: stack, quality: quality), isOpaque: stack.isOpaque, bufferCount: bufferCount,
      outputs: outputs
    ) { $0.applying(stack) }
  }

  /// An output of a compositor of your own.
  ///
  /// - Parameters:
  ///   - analysis: what the compositor needs to know of a frame.
  ///   - isOpaque: whether the compositor's pictures are opaque wherever the frame is.
  ///   - bufferCount: how many frames wait at most, at least 1.
  ///   - outputs: where the results go. They are not added to the session themselves.
  ///   - compositor: draws a scene's picture.
  public init(
    analysis: SceneAnalysis, isOpaque: Bool = true, bufferCount: Int = 8, outputs: [any CaptureOutput],
    compositor: @escaping Compositor
  ) {
    self.analysis = analysis
    self.isOpaque = isOpaque
    self.bufferCount = max(1, bufferCount)
    self.outputs = outputs
    self.compositor = compositor
  }

  deinit { broadcaster.finish() }

  /// The ways to the outputs, while the session has a camera: what is set on them is beside what is set on the way here.
  public var connections: [CaptureConnection] { state.withLock(\.connections) }

  /// What keeps it from drawing, once for each failure; each caller has a sequence of its own. The frames that follow are
  /// dropped.
  public var errors: AsyncStream<CaptureError> { broadcaster.stream() }

  /// Loads what the effects need, which may take seconds, so that the first frames do not wait for it and none is dropped.
  /// What cannot be loaded is told by ``errors`` when the first frame comes.
  public func prepare() async { await state.withLock { begun(&$0) }.prepare() }

  /// Returns when all frames that came before are with the outputs. Those that come later are drawn on too, with faces and
  /// mattes that know nothing of those before.
  public func finish() async {
    let work = state.withLock { state in
      end(&state)
      return state.ended
    }
    await work?.finish()
  }

  private func end(_ state: inout State) {
    guard let work = state.work else { return }
    work.end()
    (state.work, state.ended) = (nil, work)
  }

  /// What its outputs need.
  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements {
    outputs.reduce(FormatRequirements()) { $0.joined(with: $1.formatRequirements(for: preset)) }
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    switch sample {
    case .audio, .dropped: pass(sample)
    case .frame(let frame):
      let dropped = state.withLock { state in state.error == nil ? begun(&state).append(frame) : frame }
      guard let dropped else { return }
      counts.drop(DroppedFrame(time: dropped.time, reason: .outOfBuffers))
      pass(.dropped(DroppedVideoFrame(time: dropped.time, reason: .outOfBuffers, dimensions: dropped.size)))
    }
  }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { state in
      let (before, now) = (video(state.sources), video(connections))
      state.sources = connections
      state.error = nil
      state.connections = connections.flatMap { source in
        outputs.filter { $0.mediaTypes.contains(source.inputPort.mediaType) }.map { output in
          state.connections.first { $0.isWay(from: source, to: output) }
            ?? CaptureConnection(source, output, isOpaque: isOpaque)
        }
      }
      // Another camera's frames are no later ones of the same scene.
      if let before, before !== now { end(&state) }
    }
    for output in outputs {
      output.connectionsDidChange(self.connections.filter { $0.output === output })
    }
  }

  public func didLeaveSession() {
    Task { [self] in
      await finish()
      for output in outputs { output.didLeaveSession() }
    }
  }

  private func video(_ connections: [CaptureConnection]) -> CaptureConnection? {
    connections.first { $0.inputPort.mediaType == .video }
  }

  /// The work on the frames that come, begun where it is not.
  private func begun(_ state: inout State) -> VideoEffectWork {
    if let work = state.work { return work }
    let work = VideoEffectWork(analysis, after: state.ended, bufferCount: bufferCount, compositor: compositor) {
      [weak self] result in
      switch result {
      case .success(let frame):
        self?.counts.deliver()
        self?.pass(.frame(frame))
      case .failure(let error): self?.fail(error)
      }
    }
    (state.work, state.ended) = (work, nil)
    return work
  }

  private func fail(_ error: CaptureError) {
    state.withLock { ($0.error, $0.work) = (error, nil) }
    broadcaster.send(error)
  }

  private func pass(_ sample: CaptureSample) {
    let type: CaptureMediaType = if case .audio = sample { .audio } else { .video }
    for connection in connections where connection.inputPort.mediaType == type { connection.deliver(sample, of: nil) }
  }
}
