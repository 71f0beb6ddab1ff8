/// Keeps a session on the preferred camera: it follows the user's choices and cameras that are plugged in or out, each
/// change as one configuration. While a movie is recorded the camera stays; afterwards the preferred one is added.
///
/// ```swift
/// let selection = CameraSelection(session, preferences: preferences, mode: .automatic, recording: movie)
/// await selection.start()
/// for await event in await selection.events { print(event) }
/// ```
public actor CameraSelection {
  /// The rule by which a camera is chosen.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// The system's preferred camera, always.
    case automatic
    /// The camera that the user chose last among those that are connected.
    case manual
    /// The first camera that is found.
    case firstInList
  }

  /// A change of the session's camera.
  public enum Event: Sendable {
    /// The session's camera has changed; nil if it has none.
    case didSwitch(CaptureDevice?)
    /// The preferred camera cannot be added; the session keeps its current one.
    case didFail(CaptureDevice, CaptureError)
  }

  /// The camera that this selection added to the session; nil if there is none.
  public private(set) var camera: CaptureDevice?

  private let session: CaptureSession
  private let preferences: CameraPreferences
  private let mode: Mode
  private let movie: MovieFileOutput?
  private var input: CaptureInput?
  private var failed: CaptureDevice?
  private var watching: [Task<Void, Never>] = []
  private var isUpdating = false
  private var needsUpdate = false
  private nonisolated let broadcaster = Broadcaster<Event>()

  /// - Parameters:
  ///   - session: a session without a camera.
  ///   - preferences: the preferences that are followed.
  ///   - mode: the rule by which the camera is chosen.
  ///   - movie: an output during whose recordings the camera stays; nil for none.
  public init(
    _ session: CaptureSession, preferences: CameraPreferences, mode: Mode = .automatic,
    recording movie: MovieFileOutput? = nil
  ) {
    (self.session, self.preferences, self.mode, self.movie) = (session, preferences, mode, movie)
  }

  deinit {
    for task in watching { task.cancel() }
    broadcaster.finish()
  }

  /// Changes of the camera from now on. Each caller has a sequence of its own.
  public nonisolated var events: AsyncStream<Event> { broadcaster.stream() }

  /// Adds the preferred camera, and follows the preferences from now on.
  public func start() async {
    guard watching.isEmpty else { return }
    let (devices, choices) = (preferences.search.changes, preferences.changes)
    watching = [
      Task { [weak self] in for await _ in devices { await self?.update() } },
      Task { [weak self] in for await _ in choices { await self?.update() } },
    ]
    if let movies = movie?.events {
      watching.append(
        Task { [weak self] in
          for await event in movies { if case .didFinishRecording = event { await self?.update() } }
        })
    }
    await update()
  }

  /// Records the user's choice, and switches to that camera unless a movie is recorded.
  ///
  /// - Throws: ``CaptureError/failed(device:reason:)`` if the history cannot be written; the choice takes effect
  ///   nevertheless.
  public func choose(_ device: CaptureDevice) async throws(CaptureError) {
    failed = nil
    let result = Result { () throws(CaptureError) in try preferences.setUserPreferredCamera(device) }
    await update()
    try result.get()
  }

  /// Gives the session the preferred camera.
  private func update() async {
    needsUpdate = true
    guard !isUpdating else { return }
    isUpdating = true
    while needsUpdate {
      needsUpdate = false
      await switchCamera()
    }
    isUpdating = false
  }

  private var preferred: CaptureDevice? {
    switch mode {
    case .automatic: preferences.systemPreferredCamera
    case .manual: preferences.userPreferredCamera
    case .firstInList: preferences.search.devices.first
    }
  }

  private func switchCamera() async {
    guard movie?.isRecording != true else { return }
    let wanted = preferred
    guard wanted !== camera, wanted == nil || wanted !== failed else { return }
    do throws(CaptureError) {
      // Created before the old one is removed, which stays if the new one cannot be opened.
      let next: CaptureInput? = if let wanted { try CaptureInput(device: wanted) } else { nil }
      await session.beginConfiguration()
      do throws(CaptureError) {
        if let input { try await session.remove(input) }
        if let next { try await session.add(next) }
      } catch {
        // Returns to the old camera. The error that is reported is the first one.
        if let input, await session.canAdd(input) { try? await session.add(input) }
        try? await session.commitConfiguration()
        throw error
      }
      (input, camera, failed) = (next, wanted, nil)
      try await session.commitConfiguration()
      // Where the history cannot be written, the camera is used nevertheless.
      if let wanted { try? preferences.noteUse(of: wanted) }
      broadcaster.send(.didSwitch(wanted))
    } catch {
      failed = wanted
      if let wanted { broadcaster.send(.didFail(wanted, error)) }
    }
  }
}
