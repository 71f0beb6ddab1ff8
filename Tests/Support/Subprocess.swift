import FoundationEssentials
import Glibc

/// A program that a test runs, with files as its standard streams and its other descriptors closed.
///
/// Foundation's `Process` learns of a program's end through a socket that another thread watches. After some hundreds
/// of programs, several at once, that message is lost occasionally, and the test waits for ever.
public final class Subprocess {
  public enum Failure: Error, CustomStringConvertible {
    case notStarted(String, Int32)
    case endless(String, seconds: Double)

    public var description: String {
      switch self {
      case .notStarted(let command, let code): "\(command) did not start: \(String(cString: strerror(code)))"
      case .endless(let command, let seconds): "\(command) did not end within \(Int(seconds)) s, and was killed"
      }
    }
  }

  /// The end of a program.
  public enum End: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)

    /// The status as a number; that of a signal is negative.
    public var status: Int32 {
      switch self {
      case .exit(let status): status
      case .signal(let number): -number
      }
    }
  }

  private let command: String
  /// The number of its process.
  public let identifier: pid_t
  private var end: End?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - environment: the variables that differ from the test's own. Swift's runtime does not analyse crashes, which
  ///     takes seconds.
  ///   - input: the file for standard input.
  ///   - output: the file for standard output, which is truncated.
  ///   - errors: the same for standard error.
  public init(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    output: String = "/dev/null", errors: String = "/dev/null"
  ) throws {
    command = ([program.lastPathComponent] + arguments.prefix(3)).joined(separator: " ")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o644)
    // Closing a descriptor that is not open is no error. A list of open ones would miss those that another thread opens
    // meanwhile.
    for descriptor in 3..<Int32(512) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // Programs do not inherit the signals that a test process ignores or blocks.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var variables = ProcessInfo.processInfo.environment
    for own in ["LD_PRELOAD", "_STDBUF_O"] { variables[own] = nil }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables.merge(environment) { $1 }
    let words = ([program.path] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in words + settings { free(string) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, program.path, &actions, &attributes, words, settings)
    guard code == 0 else { throw Failure.notStarted(command, code) }
    self.identifier = identifier
  }

  deinit {
    guard isRunning else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  public var isRunning: Bool {
    guard end == nil else { return false }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return true }
    end = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    return false
  }

  public func send(_ signal: Int32) {
    if isRunning { kill(identifier, signal) }
  }

  /// Waits for its end; kills it and throws if that takes too long.
  public func waitForEnd(seconds: Double = 600) throws -> End {
    let start = ContinuousClock.now
    while isRunning {
      guard ContinuousClock.now - start < .seconds(seconds) else {
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        end = .signal(SIGKILL)
        throw Failure.endless(command, seconds: seconds)
      }
      usleep(2_000)
    }
    return end ?? .exit(0)
  }
}
