import Batch
import Glibc
import Synchronization
import SystemPackage

/// A child process that reads a job from each line of its input and answers each with a line. It can be killed at any
/// time. For one thread at a time.
final class WorkerProcess {
  /// The outcome of a job.
  enum Outcome: Equatable {
    case answer([UInt8])
    /// The process ended by itself or was killed by another one.
    case ended(End)
    /// The process was killed because the job took too long.
    case timeLimit
    /// The process was killed because its resident memory was this large, in bytes.
    case memoryLimit(Int)
  }

  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  struct NotStarted: Error, CustomStringConvertible {
    let description: String
  }

  private let identifier: pid_t
  /// The pipe to the process's standard input; nil once it is closed.
  private var input: Int32?
  private var output: LineReader
  private var end: End?

  /// The interval at which time and memory of a working process are checked, in milliseconds.
  private static let interval: Int32 = 20
  /// The time for a process to exit after its input has ended, in milliseconds.
  private static let patience = 5000
  /// Maximum length of an answer, in bytes.
  private static let longestAnswer = 1 << 26

  /// Held while a process is started: one forked between `pipe` and `FD_CLOEXEC` would inherit another one's pipe,
  /// which would then never end.
  private static let starting = Mutex(())

  /// Starts a program. It shares this process's standard error.
  convenience init(_ program: String, _ arguments: [String]) throws(NotStarted) {
    let spawned = Self.starting.withLock { _ in
      Result { () throws(NotStarted) in try Self.spawn(program, arguments) }
    }
    self.init(try spawned.get())
  }

  private init(_ spawned: Spawned) {
    identifier = spawned.identifier
    input = spawned.input
    output = LineReader(spawned.output, limit: Self.longestAnswer)
  }

  /// A started process, with this process's ends of its pipes.
  private struct Spawned {
    let identifier: pid_t
    let input: Int32
    let output: Int32
  }

  private static func spawn(_ program: String, _ arguments: [String]) throws(NotStarted) -> Spawned {
    let (toProcess, fromProcess) = try pipes()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toProcess[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromProcess[1], 1)
    // The child inherits that this process ignores the signals of a terminal, so Ctrl-C does not end it.
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, program, &actions, nil, words, environ)
    close(toProcess[0])
    close(fromProcess[1])
    guard code == 0 else {
      close(toProcess[1])
      close(fromProcess[0])
      throw failure(program, code)
    }
    return Spawned(identifier: identifier, input: toProcess[1], output: fromProcess[0])
  }

  deinit {
    stop()
    close(output.descriptor)
  }

  /// Two pipes that are closed in programs started later.
  private static func pipes() throws(NotStarted) -> (toProcess: [Int32], fromProcess: [Int32]) {
    var (toProcess, fromProcess): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toProcess) == 0 else { throw failure("a pipe", errno) }
    guard pipe(&fromProcess) == 0 else {
      for descriptor in toProcess { close(descriptor) }
      throw failure("a pipe", errno)
    }
    for descriptor in toProcess + fromProcess { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (toProcess, fromProcess)
  }

  private static func failure(_ what: String, _ code: Int32) -> NotStarted {
    NotStarted(description: "\(what): \(Errno(rawValue: code))")
  }

  /// Waits for the line that reports that a process is ready.
  ///
  /// - Returns: nil when it is; otherwise how it ended.
  func waitUntilReady() -> End? {
    while true {
      switch output.next(milliseconds: 1000) {
      case .line: return nil
      case .tooLong, .nothing: continue
      case .end: return finish()
      }
    }
  }

  /// Whether the waiting process has ended.
  func hasEnded() -> Bool {
    guard end == nil else { return true }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    _ = note(status)
    if let input { close(input) }
    input = nil
    return true
  }

  /// Sends the process a job and waits for the answer.
  ///
  /// - Parameters:
  ///   - seconds: the time limit; nil for none.
  ///   - memory: the limit of the process's resident memory, in bytes; nil for none.
  func answer(to line: [UInt8], seconds: Double?, memory: Int?) -> Outcome {
    let start = ContinuousClock.now
    guard write(line + [UInt8(ascii: "\n")]) else { return .ended(finish()) }
    while true {
      switch output.next(milliseconds: Self.interval) {
      case .line(let answer): return .answer(answer)
      case .end, .tooLong: return .ended(finish())
      case .nothing: break
      }
      if let seconds, ContinuousClock.now - start > .seconds(seconds) {
        stop()
        return .timeLimit
      }
      if let memory, let used = residentMemory, used > memory {
        stop()
        return .memoryLimit(used)
      }
    }
  }

  /// Kills the process.
  private func stop() {
    guard end == nil else { return }
    kill(identifier, SIGKILL)
    _ = finish()
  }

  /// Ends the process's input, and waits for its end.
  func finishGently() { _ = finish() }

  /// The process's resident memory, in bytes; nil if it has ended.
  private var residentMemory: Int? {
    guard let bytes = try? PlainFile.read(FilePath("/proc/\(identifier)/statm"), atMost: 256) else { return nil }
    let fields = bytes.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    guard let input else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Closes the process's input, which should end it, and waits. If it does not end, it is killed.
  private func finish() -> End {
    if let end { return end }
    if let input { close(input) }
    input = nil
    var status: Int32 = 0
    for _ in 0..<Self.patience / 10 {
      if waitpid(identifier, &status, WNOHANG) == identifier { return note(status) }
      usleep(10_000)
    }
    kill(identifier, SIGKILL)
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return note(status)
  }

  private func note(_ status: Int32) -> End {
    let found: End = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    end = found
    return found
  }
}
