import FoundationEssentials
import FrameStream
import Glibc
import Synchronization

/// Takes a frame of the camera that its argument names, cancels the task that waits for the next one, lets go of the
/// camera, and prints whether the device was closed: "closed" or "held". A process of its own, into which a simulated
/// camera is loaded.
@main struct CameraProbe {
  static func main() async throws {
    let device = CommandLine.arguments.dropFirst().first ?? ""
    try await watch(device)
    // The driver delivers no more frames; only cancelling the wait releases the device.
    for _ in 0..<3_000 where isOpen {
      try await Task.sleep(for: .milliseconds(10))
    }
    print(isOpen ? "held" : "closed")
  }

  private static func watch(_ device: String) async throws {
    let camera = try Camera(device: device)
    guard isOpen else { fatalError("the device is not seen among the descriptors") }
    let count = Counter()
    let watching = Task { for try await _ in camera.frames { count.frames.add(1, ordering: .relaxed) } }
    while count.frames.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    // Until the camera has stalled.
    var before = -1
    while before != count.frames.load(ordering: .relaxed) {
      before = count.frames.load(ordering: .relaxed)
      try await Task.sleep(for: .milliseconds(500))
    }
    watching.cancel()
    try await watching.value
  }

  private final class Counter: Sendable { let frames = Atomic<Int>(0) }

  /// Whether a descriptor leads to the simulated device.
  private static var isOpen: Bool {
    let folder = "/proc/self/fd"
    let links = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return links.contains { link in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(link)"))?.contains("memfd:camera")
        == true
    }
  }
}
