import Glibc

/// Standard input, output and error as numbers 0, 1 and 2.
enum StandardDescriptors {
  /// Opens those that the process was started without (`2>&-`): the next opened file would otherwise get the number,
  /// and messages would go into a journal, a report or a result. Reading or writing them fails.
  static func prepare() {
    // The lowest free number is allocated, so that each free one is filled in turn.
    for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(number, F_GETFD) < 0 {
      let taken = open("/dev/null", mode)
      if taken >= 0, taken != number { close(taken) }
    }
  }
}
