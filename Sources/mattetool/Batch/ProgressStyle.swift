import ArgumentParser
import Glibc

/// The form of progress on standard error.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// One updated line on a terminal, plain lines elsewhere.
  case auto
  /// One line per photo.
  case plain
  /// One line of JSON per photo, for programs.
  case json
  /// Errors only.
  case none

  /// Whether a line is updated in place.
  var isLive: Bool { self == .auto && isatty(2) == 1 }
}
