import ArgumentParser
import Batch
import FoundationEssentials
import MatteKit

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract:
      "Apply effects to photos that another program names, one line of JSON each; networks stay loaded.",
    discussion: """
      Reads jobs from standard input, and answers each with a line on standard output, in the order in which they finish. A \
      job is an object:

        {"job": 1, "effect": "blur-background", "set": ["strength=0.8"], "input": "a.jpg", "output": "out/a.jpg"}

      "job", a text or whole number, is repeated in the answer. "effect" is an effect, several joined by +, or a preset \
      file; "set", "onlyFaces" ([0, 2]), "format" (as --format of batch; default: by the output's extension), "mattes" (as \
      --mattes: embed, beside, none) and "existing" (as --existing) may be left out. "input" and "output" may be \
      s3://bucket/key, "input" also https://host/path. A path that is not UTF-8 is given percent-encoded as "inputBytes" \
      or "outputBytes", or as "inputBase64" or "outputBase64".

        {"job": 1, "output": "out/a.jpg", "report": {"status": "done", ...}}
        {"job": 1, "output": "out/a.jpg", "report": {"status": "failed", ...}, "error": "...", "code": 65, "retry": false}

      "report" is the line that batch reports for a file. "code" is the exit code that apply-effect would have: 64 the \
      line is not a job; 65 the input cannot be read or is not a photo; 69 a network or codec is missing; 70 a crash; \
      73 the output cannot be written or exists; 75 a server did not answer; 124 it took longer than --max-seconds; \
      137 it took more memory than --memory, or its process was killed. "retry" says whether the same job may succeed \
      another time.

      Child processes execute the jobs. A child that crashes, is killed or exceeds a limit is replaced, and no other \
      job fails. Outputs appear complete or not at all, and the same input gives the same bytes. So a job can be given \
      to any worker again; with --existing skip existing outputs are not made again.

      The worker ends at the end of standard input. On Ctrl-C and SIGTERM jobs in progress are finished and answered.

      Exit codes: 0 all jobs were answered, including failed ones; 69 a network is missing; 73 the answers cannot be \
      written; 130 interrupted.

      Example: mattetool worker --max-seconds 60 <jobs.jsonl >answers.jsonl
      """)

  @OptionGroup var coding: CodingOptions
  @Option(
    help: ArgumentHelp(
      "What to do if an output exists and the job does not say: error, skip, overwrite, or newer.",
      valueName: "error|skip|overwrite|newer"))
  var existing = ExistingPolicy.error
  @Option(help: ArgumentHelp("How many child processes work at once, each with networks of its own.", valueName: "n"))
  var processes = 1
  @Option(
    help: ArgumentHelp(
      "End a job that takes longer, as failed. Loading networks does not count.", valueName: "seconds"))
  var maxSeconds: Double?
  @Option(
    help: ArgumentHelp(
      """
      Memory limit of each child process, such as 2G. A photo whose size would need more fails, and so does one whose \
      process takes more.
      """, valueName: "size"))
  var memory: MemorySize?
  @OptionGroup var remote: RemoteOptions
  /// Runs jobs, as a child process of a worker.
  @Flag(help: .hidden) var inProcess = false

  func validate() throws {
    if coding.faceSearch.facesFrom == "-" {
      throw ValidationError("standard input has the jobs; give --faces-from a file")
    }
    guard (1...1024).contains(processes) else {
      throw RefusedValue.error("--processes", takes: "a number from 1 to 1024", not: processes)
    }
    if let maxSeconds, !(maxSeconds > 0 && maxSeconds <= 1e6) {
      throw RefusedValue.error("--max-seconds", takes: "a number of seconds above 0, 1000000 at most", not: maxSeconds)
    }
  }

  func run() async throws {
    try await Failure.reporting {
      let (options, existing, memory) = (try coding.processing(), existing, memory?.bytes)
      if inProcess {
        let files = remote.files
        try await BlockingThread.run {
          try JobLoop.run {
            try BatchSession.checkingMemory {
              try JobProcessor(options, existing: existing, remote: files, memory: memory)
            }
          }
        }
      }
      let interruption = Interruption()
      let signals = interruption.listen {}
      let supervisor = JobSupervisor(
        JobSupervisor.Terms(
          program: "/proc/self/exe", arguments: Array(CommandLine.arguments.dropFirst()) + ["--in-process"],
          processes: processes, seconds: maxSeconds, memory: memory),
        interruption: interruption)
      let code = try await BlockingThread.run { supervisor.run() }
      withExtendedLifetime(signals) { ProcessEnd.now(code) }
    }
  }
}
