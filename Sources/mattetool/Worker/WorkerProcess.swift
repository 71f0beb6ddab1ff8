import Batch
import Glibc
import Synchronization
import SystemPackage

/// A process that does jobs, a line in, a line out, and that can be ended whatever it is at. For one thread at a time.
final class WorkerProcess {
  /// What came of a job.
  enum Outcome: Equatable {
    case answer([UInt8])
    /// The process ended by itself, or somebody ended it.
    case ended(End)
    /// It was ended because it took too long.
    case timeLimit
    /// It was ended because it had this many bytes in memory.
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
  /// Nil once it is closed.
  private var input: Int32?
  private var output: LineReader
  private var end: End?

  /// How often a process at work is looked at, in milliseconds.
  private static let interval: Int32 = 20
  /// How long a process may take to end whose input has ended, in milliseconds.
  private static let patience = 5000
  private static let longestAnswer = 1 << 26

  /// One at a time, so that no program holds another's pipes open, whose end would then not be seen.
  private static let starting = Mutex(())

  /// Starts a program, whose standard error is this process's.
  convenience init(_ program: String, _ arguments: [String]) throws(NotStarted) {
    let started = Self.starting.withLock { _ in
      Result { () throws(NotStarted) in try Self.start(program, arguments) }
    }
    let (identifier, input, output) = try started.get()
    self.init(identifier: identifier, input: input, output: output)
  }

  private init(identifier: pid_t, input: Int32, output: Int32) {
    self.identifier = identifier
    self.input = input
    self.output = LineReader(output, limit: Self.longestAnswer)
  }

  private static func start(
    _ program: String, _ arguments: [String]
  ) throws(NotStarted) -> (identifier: pid_t, input: Int32, output: Int32) {
    let (toProcess, fromProcess) = try pipes()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toProcess[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromProcess[1], 1)
    // Signals that this process ignores to handle them itself are those of a terminal, which the other one ignores too.
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
    return (identifier, toProcess[1], fromProcess[0])
  }

  deinit {
    stop()
    close(output.descriptor)
  }

  /// Two pipes that programs started later do not hold open.
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

  /// Waits for the line that a process writes when it is ready.
  ///
  /// - Returns: nil when it is; else how it ended.
  func waitUntilReady() -> End? {
    while true {
      switch output.next(milliseconds: 1000) {
      case .line: return nil
      case .tooLong, .nothing: continue
      case .end: return finish()
      }
    }
  }

  /// Whether the process has ended that was waiting for a job.
  func hasEnded() -> Bool {
    guard end == nil else { return true }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    _ = note(status)
    if let input { close(input) }
    input = nil
    return true
  }

  /// Hands over a job and waits for its answer.
  ///
  /// - Parameters:
  ///   - seconds: how long it may take; nil for no limit.
  ///   - memory: how much the process may have in memory, in bytes; nil for no limit.
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

  /// Ends the process.
  private func stop() {
    guard end == nil else { return }
    kill(identifier, SIGKILL)
    _ = finish()
  }

  /// Tells the process that no job comes any more, and waits for its end.
  func finishGently() { _ = finish() }

  /// In bytes; nil if the process is not there.
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

  /// Waits for the process, whose standard input ends: that ends it too. One that stays is killed.
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
