import ArgumentParser
import Glibc

/// How progress is told on standard error.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// A line that changes on a terminal, plain lines elsewhere.
  case auto
  /// A line a photo.
  case plain
  /// A line of JSON a photo, for programs.
  case json
  /// Errors only.
  case none

  /// Whether a line is to change in place.
  var isLive: Bool { self == .auto && isatty(2) == 1 }
}
