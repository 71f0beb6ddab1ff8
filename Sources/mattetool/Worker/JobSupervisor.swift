import ArgumentParser
import Batch
import Dispatch
import Glibc
import MatteKit
import Synchronization
import SystemPackage

/// Reads jobs from standard input, a line each, runs them in child processes, and answers on standard output. A job
/// that crashes, or exceeds its time or memory, costs its process and no other job. May be shared by threads.
final class JobSupervisor: Sendable {
  /// The settings by which jobs are done.
  struct Terms: Sendable {
    /// The program that runs jobs: it writes a line when it is ready, and then answers each line with one.
    var program: String
    var arguments: [String]
    /// Number of concurrent processes.
    var processes = 1
    /// The time limit of a job, in seconds; nil for none.
    var seconds: Double?
    /// The limit of a process's resident memory, in bytes; nil for none.
    var memory: Int?
  }

  private let terms: Terms
  private let interruption: Interruption
  private let input: Mutex<LineReader>
  private let output: Int32
  /// Why jobs can no longer be run, or answers be written; nil while they can.
  private let failure = Mutex<ExitCode?>(nil)
  private let answering = Mutex(())

  /// The longest line that is read, in bytes.
  static let longestJob = 1 << 20
  /// The interval at which a wait for jobs checks whether the end was requested, in milliseconds.
  private static let interval: Int32 = 100

  init(_ terms: Terms, input: Int32 = 0, output: Int32 = 1, interruption: Interruption) {
    self.terms = terms
    self.interruption = interruption
    self.input = Mutex(LineReader(input, limit: Self.longestJob))
    self.output = output
  }

  /// Runs jobs until there are no more. To be called on a thread that may block.
  ///
  /// - Returns: success if all were answered, failed ones included.
  func run() -> ExitCode {
    // A process that exits while a job is sent, or a client that disconnects, is detected by the system's results.
    signal(SIGPIPE, SIG_IGN)
    let group = DispatchGroup()
    for number in 0..<terms.processes {
      DispatchQueue(label: "jobs \(number)").async(group: group) { self.work() }
    }
    group.wait()
    if let failure = failure.withLock({ $0 }) { return failure }
    return interruption.isRequested ? ExitCode(Interruption.exitCode) : .success
  }

  private func work() {
    // The first process starts before the first job, so that networks are loaded while the client prepares it.
    var process = start()
    while process != nil || failure.withLock({ $0 == nil }), let line = nextLine() {
      let answer: [UInt8]
      switch line {
      case .failure(let bad): answer = bytes(of: bad)
      case .success(let (job, line)):
        // One that was killed while idle costs no job.
        if process?.hasEnded() == true { process = nil }
        guard let ready = process ?? start() else {
          answer = bytes(
            of: WorkerAnswer(
              job, nil,
              WorkerFailure(
                "\(job.input): the worker's process does not start", code: Failure.unavailable.rawValue, mayPass: true))
          )
          write(answer)
          return
        }
        process = ready
        switch ready.answer(to: line, seconds: terms.seconds, memory: terms.memory) {
        case .answer(let bytes): answer = bytes + [UInt8(ascii: "\n")]
        case let outcome:
          process = nil
          answer = bytes(of: WorkerAnswer(job, nil, failure(of: job, outcome)))
          if !interruption.isRequested { process = start() }
        }
      }
      write(answer)
    }
    process?.finishGently()
  }

  /// A process that is ready; nil if there is none, and then no further job is run.
  private func start() -> WorkerProcess? {
    do {
      let process = try WorkerProcess(terms.program, terms.arguments)
      switch process.waitUntilReady() {
      case nil: return process
      case .exit(let code): fail(ExitCode(code == 0 ? WorkerFailure.crash : code))
      case .signal: fail(ExitCode(WorkerFailure.crash))
      }
    } catch {
      Console.error("error: \(error)")
      fail(Failure.unavailable)
    }
    return nil
  }

  /// Starts no further job. The first exit code stays.
  private func fail(_ code: ExitCode) { failure.withLock { $0 = $0 ?? code } }

  private func failure(of job: WorkerJob, _ outcome: WorkerProcess.Outcome) -> WorkerFailure {
    switch outcome {
    case .timeLimit:
      WorkerFailure(
        OptionAdvice.description(of: TimeLimit.Exceeded(input: job.input.description, seconds: terms.seconds ?? 0)),
        code: WorkerFailure.timeLimit, mayPass: false)
    case .memoryLimit(let bytes):
      WorkerFailure(
        "\(job.input): its process had \(bytes >> 20) MiB in memory and was ended; allow more (--memory)",
        code: WorkerFailure.killed, mayPass: false)
    case .ended(.signal(SIGKILL)):
      // Killed by the system for its memory, or by another process.
      WorkerFailure("\(job.input): the process that worked on it was killed", code: WorkerFailure.killed, mayPass: true)
    case .ended(let end):
      WorkerFailure(
        "\(job.input): the process that worked on it crashed (\(end)); please report the photo",
        code: WorkerFailure.crash, mayPass: false)
    case .answer: WorkerFailure("\(job.input): no answer", code: WorkerFailure.crash, mayPass: false)
    }
  }

  /// The next job with its line, or the answer to an invalid line; nil when no further one is to be started.
  private func nextLine() -> Result<(WorkerJob, [UInt8]), BadLine>? {
    while !interruption.isRequested, failure.withLock({ $0 == nil }) {
      switch input.withLock({ $0.next(milliseconds: Self.interval) }) {
      case .nothing: continue
      case .end: return nil
      case .tooLong:
        return .failure(BadLine(name: nil, fault: .init(description: "a job is longer than \(Self.longestJob) bytes")))
      case .line(let line):
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }) {
          continue
        }
        do throws(WorkerJob.Fault) {
          return .success((try WorkerJob(line: line), line))
        } catch {
          return .failure(BadLine(name: WorkerJob.name(in: line), fault: error))
        }
      }
    }
    return nil
  }

  private struct BadLine: Error {
    let name: WorkerJob.Name?
    let fault: WorkerJob.Fault
  }

  private func bytes(of bad: BadLine) -> [UInt8] { bytes(of: WorkerAnswer(bad.fault, name: bad.name)) }

  private func bytes(of answer: WorkerAnswer) -> [UInt8] { (try? JSONLine.bytes(of: answer)) ?? [] }

  /// Writes an answer. If the reader has closed the stream, no further job is started.
  private func write(_ answer: [UInt8]) {
    let isWritten = answering.withLock { _ in
      (try? FileDescriptor(rawValue: output).writeAll(answer)) != nil
    }
    if !isWritten { fail(Failure.cannotCreate) }
  }
}
