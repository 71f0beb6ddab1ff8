import Dispatch
import Glibc
import Synchronization
import Testing

@testable import mattetool

@Suite struct TerminalKeysTests {
  @Test func `keys are reported one by one, without arrows, and the terminal is restored`() throws {
    let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (locked, number): (Int32, Int32) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN, which are macros of C.
    try #require(main >= 0 && ioctl(main, 0x4004_5431, &locked) == 0 && ioctl(main, 0x8004_5430, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer {
      close(main)
      close(terminal)
    }
    var before = termios()
    tcgetattr(terminal, &before)
    let keys = try #require(TerminalKeys(terminal))
    let pressed = Mutex("")
    let semaphore = DispatchSemaphore(value: 0)
    keys.start { key in
      pressed.withLock { $0.append(key) }
      semaphore.signal()
    }
    var during = termios()
    tcgetattr(terminal, &during)
    #expect(during.c_lflag & tcflag_t(ICANON | ECHO) == 0 && during.c_lflag & tcflag_t(ISIG) != 0)
    for (text, count) in [(" pz", 3), ("\u{1b}[A", 0), ("x", 1), ("ä", 0), ("q", 1)] {
      _ = text.withCString { write(main, $0, strlen($0)) }
      for _ in 0..<count { semaphore.wait() }
      // Else what is typed next would be read with it.
      if count == 0 { while inputWaits(terminal) { usleep(1_000) } }
    }
    #expect(pressed.withLock { $0 } == " pzxq")
    keys.stop()
    var after = termios()
    tcgetattr(terminal, &after)
    #expect(after.c_lflag == before.c_lflag)
  }

  private func inputWaits(_ descriptor: Int32) -> Bool {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  @Test func `a file that is no terminal has no keys`() {
    let null = open("/dev/null", O_RDONLY)
    #expect(TerminalKeys(null) == nil)
    close(null)
  }
}
