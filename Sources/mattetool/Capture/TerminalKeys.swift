import Dispatch
import MatteKit
import Glibc

/// Reads the keys pressed on a terminal, one by one and without echo, until it is stopped. May be shared by threads.
final class TerminalKeys: Sendable {
  private let descriptor: Int32
  private let before: termios
  private let wakeUp = WakeUp()
  private let queue = DispatchQueue(label: "mattetool.TerminalKeys")

  /// Nil if the descriptor is not a terminal, or is one of another job.
  init?(_ descriptor: Int32 = 0) {
    guard isatty(descriptor) == 1 else { return nil }
    let owner = tcgetpgrp(descriptor)
    // A background job would be stopped for changing the terminal.
    guard owner == -1 || owner == getpgrp() else { return nil }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    before = settings
    self.descriptor = descriptor
    // Ctrl-C keeps its meaning.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return nil }
  }

  /// Calls `press` for each key, on a thread of its own.
  func start(_ press: @escaping @Sendable (Character) -> Void) {
    queue.async { [self] in
      var bytes = [UInt8](repeating: 0, count: 64)
      while wakeUp.wait(for: descriptor) {
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        // Arrows and function keys are escape sequences, which are not used here.
        guard bytes[0] != 0x1b else { continue }
        for byte in bytes.prefix(count) where byte < 0x80 { press(Character(Unicode.Scalar(byte))) }
      }
    }
  }

  /// Ends the reading, and restores the terminal.
  func stop() {
    wakeUp.wake()
    queue.sync {}
    var settings = before
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}
