import Effects
import FrameStream
import MatteKit
import Scenes
import Segmentation
import Synchronization

/// Draws effects on the frames of a session, and passes the results to other outputs: a movie, a preview, the program.
/// May be shared by threads.
///
/// ```swift
/// let (movie, preview) = (MovieFileOutput(), PreviewOutput())
/// let effects = VideoEffectOutput(EffectStack([.blurBackground()]), outputs: [movie, preview])
/// try await session.add(effects)
/// try await effects.prepare()
/// try await session.startRunning()
/// ```
/// Frames go through the stages of a `SceneSequence`, in which the search for faces, mattes and drawing work on
/// successive frames concurrently. If that is slower than the camera, up to `bufferCount` frames wait. Further frames
/// are dropped, counted (``counts``) and reported to the outputs, so that the frames that are drawn are evenly spaced.
/// Frames that the session held back while another device opened wait in addition. Other outputs of the session lose no
/// frames. Frames keep their times. Sound is not delayed; movies synchronize it by its times.
public final class VideoEffectOutput: CaptureOutput, HeldFrameOutput {
  /// A function that changes the picture of a scene.
  public typealias Compositor = @Sendable (Scene) async throws -> Scene

  public var mediaTypes: [CaptureMediaType] {
    outputs.contains { $0.mediaTypes.contains(.audio) } ? [.video, .audio] : [.video]
  }

  /// The outputs that receive the results.
  public let outputs: [any CaptureOutput]
  /// Counts of frames that were drawn and dropped.
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

  /// Creates an output that draws effects.
  ///
  /// - Parameters:
  ///   - stack: the effects, in the order in which they are applied. Effects that hide every face or code look ahead,
  ///     which delays frames.
  ///   - quality: the quality of mattes.
  ///   - bufferCount: maximum number of frames that wait, at least 1.
  ///   - outputs: the outputs that receive the results. They are not added to the session themselves.
  public convenience init(
    _ stack: EffectStack, quality: MatteQuality = .fast, bufferCount: Int = 8, outputs: [any CaptureOutput]
  ) {
    self.init(
      analysis: SceneAnalysis(forLive: stack, quality: quality), isOpaque: stack.isOpaque, bufferCount: bufferCount,
      outputs: outputs
    ) { $0.applying(stack) }
  }

  /// Creates an output with a compositor of your own.
  ///
  /// - Parameters:
  ///   - analysis: the faces, codes and mattes that the compositor needs.
  ///   - isOpaque: whether the compositor's pictures are opaque wherever the frame is.
  ///   - bufferCount: maximum number of frames that wait, at least 1.
  ///   - outputs: the outputs that receive the results. They are not added to the session themselves.
  ///   - compositor: a function that changes the picture of a scene.
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

  /// The connections to the outputs, while the session has a camera. Their settings add to those of the connection to
  /// this output.
  public var connections: [CaptureConnection] { state.withLock(\.connections) }

  /// Errors of drawing from now on. Frames after an error are dropped. Each caller has a sequence of its own.
  public var errors: AsyncStream<CaptureError> { broadcaster.stream() }

  /// Loads the networks that the effects need, which may take seconds, so that no frames are dropped at the beginning.
  /// A network that cannot be loaded is reported by ``errors`` when the first frame comes.
  public func prepare() async { await state.withLock { begun(&$0) }.prepare() }

  /// Waits until the outputs have received all frames that came so far. Later frames are drawn too, but the search for
  /// faces and mattes restarts.
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

  /// The joined requirements of its outputs.
  public func formatRequirements(for preset: CaptureSessionPreset) -> FormatRequirements {
    outputs.reduce(FormatRequirements()) { $0.joined(with: $1.formatRequirements(for: preset)) }
  }

  public func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    switch sample {
    case .audio, .dropped: pass(sample)
    case .frame(let frame):
      let isTaken = state.withLock { state in state.error == nil && begun(&state).append(frame) }
      guard !isTaken else { return }
      let dropped = DroppedFrame(time: frame.time, reason: .outOfBuffers, size: frame.size)
      counts.drop(dropped)
      pass(.dropped(dropped))
    }
  }

  func expect(heldFrames count: Int) {
    let areTaken = state.withLock { state in
      guard state.error == nil else { return false }
      begun(&state).expect(heldFrames: count)
      return true
    }
    guard areTaken else { return }
    // Drawing may be faster than what follows.
    for connection in connections { connection.announce(heldFrames: count) }
  }

  public func connectionsDidChange(_ connections: [CaptureConnection]) {
    state.withLock { state in
      let (before, now) = (video(state.sources), video(connections))
      state.sources = connections
      state.error = nil
      state.connections = connections.flatMap { source in
        outputs.filter { $0.mediaTypes.contains(source.inputPort.mediaType) }.map { output in
          state.connections.first { $0.leads(from: source, to: output) }
            ?? CaptureConnection(source, output, isOpaque: isOpaque)
        }
      }
      // The frames of another camera do not continue the scene.
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

  /// The work on new frames, started if necessary.
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
