import Batch
import Dispatch
import Glibc
import MatteKit
import SystemPackage

/// The loop of a worker's child process: it reads jobs from standard input, one after the other, and writes answers to
/// standard output.
enum JobLoop {
  /// Reports that it is ready, and runs jobs until its input ends.
  ///
  /// - Throws: errors of the preparation.
  static func run(making processor: () throws -> JobProcessor) throws {
    // A terminal's signals are for the worker, which lets jobs finish.
    signal(SIGINT, SIG_IGN)
    signal(SIGTERM, SIG_IGN)
    endWithParent()
    // Output of libraries must not be parsed as answers.
    let answers = FileDescriptor(rawValue: dup(1))
    dup2(2, 1)
    let processor = try processor()
    try answers.writeAll("ready\n".utf8)
    var lines = LineReader(0, limit: JobSupervisor.longestJob)
    while case .line(let line) = lines.next(milliseconds: -1) {
      let answer: WorkerAnswer
      do throws(WorkerJob.Fault) {
        answer = processor.answer(to: try WorkerJob(line: line))
      } catch {
        answer = WorkerAnswer(error, name: WorkerJob.name(in: line))
      }
      try answers.writeAll(JSONLine.bytes(of: answer))
    }
    ProcessEnd.now()
  }

  /// Ends the process soon after its worker: a killed worker cannot end its processes.
  private static func endWithParent() {
    let parent = getppid()
    DispatchQueue(label: "parent").async {
      while getppid() == parent { usleep(200_000) }
      _exit(Interruption.exitCode)
    }
  }
}
