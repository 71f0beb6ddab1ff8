import Capture
import Dispatch
import MatteKit
import Synchronization

/// The pictures of a preview as JPEG, each coded once for all viewers, and only while there are viewers. May be shared
/// by threads.
final class PreviewPictures: Sendable {
  /// A viewer's position: the newest picture that it has not taken.
  final class Place: Sendable {
    fileprivate let waiting = Mutex<[UInt8]?>(nil)
    fileprivate let semaphore = DispatchSemaphore(value: 0)

    /// The newest picture, when there is one; nil at the end.
    func next() -> [UInt8]? {
      semaphore.wait()
      return waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
    }

    fileprivate func put(_ picture: [UInt8]) {
      let isFirst = waiting.withLock { waiting in
        defer { waiting = picture }
        return waiting == nil
      }
      if isFirst { semaphore.signal() }
    }
  }

  private struct State {
    var places: [ObjectIdentifier: Place] = [:]
    var hasEnded = false
  }

  /// The maximum of a picture's longer side: the size of a window.
  private static let longestSide = 1280

  private let preview: PreviewOutput
  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let coding = DispatchQueue(label: "mattetool.PreviewPictures")

  init(_ preview: PreviewOutput) { self.preview = preview }

  func start() {
    let frames = preview.frames
    let task = Task { [weak self] in
      for await frame in frames { await self?.show(frame) }
      self?.end()
    }
    self.task.withLock { $0 = task }
  }

  func stop() {
    task.withLock { $0?.cancel() }
    end()
  }

  private func end() {
    let places = state.withLock { state in
      state.hasEnded = true
      return state.places.values
    }
    for place in places { place.semaphore.signal() }
  }

  /// A viewer's position; nil once the pictures have ended. The current picture is available immediately, even if the
  /// preview is paused.
  func makePlace() -> Place? {
    let place = Place()
    let isOpen = state.withLock { state in
      if !state.hasEnded { state.places[ObjectIdentifier(place)] = place }
      return !state.hasEnded
    }
    guard isOpen else { return nil }
    if let frame = preview.currentFrame, let picture = try? Self.jpeg(frame) { place.put(picture) }
    return place
  }

  func remove(_ place: Place) { state.withLock { $0.places[ObjectIdentifier(place)] = nil } }

  /// The current picture; nil before the first.
  func current() -> [UInt8]? { preview.currentFrame.flatMap { try? Self.jpeg($0) } }

  private func show(_ frame: Frame) async {
    guard state.withLock({ !$0.places.isEmpty }) else { return }
    // Not on the threads of tasks: it takes milliseconds.
    let picture: [UInt8]? = await withCheckedContinuation { continuation in
      coding.async { continuation.resume(returning: try? Self.jpeg(frame)) }
    }
    guard let picture else { return }
    for place in state.withLock({ Array($0.places.values) }) { place.put(picture) }
  }

  /// A frame rotated and mirrored for display.
  private static func jpeg(_ frame: Frame) throws -> [UInt8] {
    var pixels = frame.pixels
    let longer = max(pixels.width, pixels.height)
    if longer > longestSide {
      let scale = Double(longestSide) / Double(longer)
      pixels = try pixels.resized(
        to: PixelSize(
          width: max(1, Int(Double(pixels.width) * scale)), height: max(1, Int(Double(pixels.height) * scale))))
    }
    return try Photo(pixels: pixels.oriented(by: frame.orientation)).data(as: .jpeg(quality: 0.8))
  }
}
