import Glibc

/// Writes all of some bytes to a file descriptor, however long it takes.
final class DescriptorWriter: Sendable {
  let name: String
  private let descriptor: Int32

  /// The descriptor is duplicated, so the caller may close its own.
  init(fileDescriptor: Int32, name: String) throws(FrameStreamError) {
    let copy = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .cannotWrite(name, errno) }
    descriptor = copy
    self.name = name
  }

  deinit { close(descriptor) }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FrameStreamError) {
    var rest = bytes
    while !rest.isEmpty {
      let (count, error) = Self.writeQuietly(descriptor, rest)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if error == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if error != EINTR {
        guard error == EPIPE else { throw .cannotWrite(name, error) }
        throw .unwritable(file: name, reason: "its reader has closed it", code: error)
      }
    }
  }

  func write(_ bytes: [UInt8]) throws(FrameStreamError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FrameStreamError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  /// A closed pipe is reported only by the error, not by a signal that ends the program; the program's own handling of
  /// that signal is unchanged.
  private static func writeQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    var pipeSignal = sigset_t()
    var earlier = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &earlier)
    let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    let error = errno
    if count < 0, error == EPIPE, !wasPending {
      var now = timespec(tv_sec: 0, tv_nsec: 0)
      sigtimedwait(&pipeSignal, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
    return (count, error)
  }
}
