import Glibc

/// Standard input, output and error as numbers 0, 1 and 2.
enum StandardDescriptors {
  /// Takes the numbers of those that the process was started without (`2>&-`): the next file that is opened would have one of
  /// them, and messages would go into a journal, a report or a result. What is read from or written to them fails.
  static func prepare() {
    // The lowest free number is given, so that each that is free is filled in its turn.
    for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(number, F_GETFD) < 0 {
      let taken = open("/dev/null", mode)
      if taken >= 0, taken != number { close(taken) }
    }
  }
}
