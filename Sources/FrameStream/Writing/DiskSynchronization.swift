import Dispatch
import Glibc
import Synchronization

/// Brings what is written to a file on the disk now and then, so that a power cut costs no more than what came since; on a
/// thread of its own, so that who writes does not wait for the disk. May be shared by threads.
final class DiskSynchronization: Sendable {
  private let isBusy = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "FrameStream.DiskSynchronization", qos: .utility)

  /// Begins to bring the bytes that are written so far on the disk. Does nothing while the time before takes: the next
  /// brings them along. An error is reported when the file is finished, or with the next write.
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
