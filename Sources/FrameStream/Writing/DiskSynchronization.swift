import Dispatch
import Glibc
import Synchronization

/// Synchronizes a file to the disk at intervals, so that a power failure loses only what was written since; on a thread
/// of its own, so that the writer does not wait for the disk. May be shared by threads.
final class DiskSynchronization: Sendable {
  private let isBusy = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "FrameStream.DiskSynchronization", qos: .utility)

  /// Starts to synchronize the bytes written so far. Does nothing while the previous synchronization runs: the next one
  /// includes them. An error is reported when the file is finished, or with the next write.
  ///
  /// - Parameter descriptor: the descriptor of the file, which may be closed meanwhile.
  func begin(_ descriptor: Int32) {
    guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return isBusy.store(false, ordering: .releasing) }
    queue.async { [self] in
      _ = fdatasync(copy)
      close(copy)
      isBusy.store(false, ordering: .releasing)
    }
  }
}
