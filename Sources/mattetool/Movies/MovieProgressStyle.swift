import ArgumentParser
import Glibc

/// The form of a movie's progress on standard error.
enum MovieProgressStyle: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// One updated line on a terminal, plain lines elsewhere.
  case auto
  /// A line every ten seconds.
  case plain
  /// Errors only.
  case none

  /// Whether a line is updated in place.
  var isLive: Bool { self == .auto && isatty(2) == 1 }
}
