import Glibc

/// Ends a reader's wait for an idle pipe or camera: a pipe of our own that is polled with it. May be shared by threads.
package final class WakeUp: Sendable {
  /// A descriptor that becomes readable when all waiting is to end, to be polled with others; negative if the system
  /// has no more descriptors: then waiting cannot be ended.
  package let descriptor: Int32
  private let writer: Int32

  package init() { (descriptor, writer) = WakeUp.pipe() }

  deinit { for end in [descriptor, writer] where end >= 0 { close(end) } }

  private static func pipe() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Ends all waiting, now and later.
  package func wake() {
    var byte: UInt8 = 1
    if writer >= 0 { _ = write(writer, &byte, 1) }
  }

  /// Waits until a descriptor is readable, or at its end.
  ///
  /// - Returns: false if the waiting was ended.
  package func wait(for other: Int32) -> Bool {
    while true {
      var descriptors = [pollfd(fd: other, events: Int16(POLLIN), revents: 0)]
      if descriptor >= 0 { descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&descriptors, nfds_t(descriptors.count), -1)
      // If waiting fails, reading reports the error.
      guard count >= 0 || errno == EINTR else { return true }
      if count > 0 { return descriptors.count < 2 || descriptors[1].revents == 0 }
    }
  }
}
