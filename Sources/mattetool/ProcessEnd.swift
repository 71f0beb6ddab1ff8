import ArgumentParser

#if canImport(Glibc)
  import Glibc
#endif

/// The end of a command that has loaded networks and has nothing left to write.
enum ProcessEnd {
  /// Ends the process without destroying the networks, which would take a tenth of a second, and which the stages of a
  /// failed or interrupted movie may still be using.
  static func now(_ code: ExitCode = .success) -> Never { _exit(code.rawValue) }
}
