import Capture
import MatteKit
import Synchronization

/// Takes photos of a session, at intervals of its frames' times and on request, and writes them. May be shared by
/// threads.
final class PhotoTaking: CaptureOutput {
  let mediaTypes: [CaptureMediaType] = [.video]
  /// The output that takes the photos. It follows this output in the session, so that the photo is the frame at which
  /// it is due.
  let output = PhotoOutput()

  private struct State {
    var due: MediaTime?
    var number = 0
    /// The tasks of the photos that are not written yet, by number.
    var tasks: [Int: Task<Void, Never>] = [:]
    var written = 0
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let names: PhotoNames
  private let interval: MediaTime?
  private let mattes: Set<MatteKind>
  private let makeSettings: @Sendable () -> PhotoSettings

  /// - Parameters:
  ///   - interval: the interval in seconds; nil for photos by the keyboard alone.
  ///   - mattes: the mattes to enable.
  ///   - isFullSize: whether photos may interrupt the movie to have all pixels of the camera.
  ///   - settings: makes the settings of a photo.
  init(
    names: PhotoNames, interval: Double?, mattes: Set<MatteKind>, fullSize isFullSize: Bool,
    settings: @escaping @Sendable () -> PhotoSettings
  ) throws {
    (output.isHighResolutionCaptureEnabled, output.interruptsVideoForHighResolution) = (isFullSize, isFullSize)
    if interval != nil { try names.check() }
    self.names = names
    self.interval = interval.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
    self.mattes = mattes
    makeSettings = settings
  }

  /// Loads what the photos need, once the outputs are in their session.
  func prepare() async throws {
    try output.setEnabledMattes(mattes)
    try await output.prepare()
  }

  /// Number of photos that were written.
  var count: Int { state.withLock(\.written) }

  /// Takes a photo of the next frame.
  func take() {
    do throws(CaptureError) {
      let events = try output.capturePhoto(with: makeSettings())
      state.withLock { state in
        state.number += 1
        let number = state.number
        state.tasks[number] = Task { [self] in
          await write(events, number)
          self.state.withLock { $0.tasks[number] = nil }
        }
      }
    } catch {
      Console.warning("a photo was left out: \(error)")
    }
  }

  private func write(_ events: AsyncStream<PhotoOutput.Event>, _ number: Int) async {
    for await event in events {
      do {
        switch event {
        case .didFinishProcessing(let photo):
          let path = try names.write(photo.fileData, number: number)
          state.withLock { $0.written += 1 }
          Console.note("\(path)")
        case .didFinishCapture(_, let error): if let error { throw error }
        case .willBeginCapture, .willCapturePhoto, .didCapturePhoto: continue
        }
      } catch {
        Console.warning("photo \(number): \(error)")
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  func receive(_ sample: CaptureSample, from connection: CaptureConnection) {
    guard let interval, case .frame(let frame) = sample else { return }
    let isDue = state.withLock { state in
      guard frame.time >= state.due ?? frame.time else { return false }
      var next = (state.due ?? frame.time) + interval
      // After a gap the photos that were due in it are skipped.
      if next <= frame.time { next = frame.time + interval }
      state.due = next
      return true
    }
    if isDue { take() }
  }

  /// Waits until all photos are written.
  ///
  /// - Throws: the first error of a photo.
  func finish() async throws {
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
    if let failure = state.withLock(\.failure) { throw failure }
  }
}
