import Batch
import Foundation
import Support
import Testing

@testable import mattetool

/// A worker's handling of jobs and of their processes, with a shell instead of networks.
@Suite struct WorkerTests {
  /// A process that runs the script in a job's effect.
  private static let shell = """
    echo ready
    while read -r line; do
      case $line in
        *crash*) kill -SEGV $$ ;;
        *killed*) kill -KILL $$ ;;
        *leave*) exit 3 ;;
        *stuck*) exec sleep 600 ;;
        *large*) data=$(head -c 90000000 /dev/zero | tr '\\0' x); while :; do :; done ;;
        *) echo "{\\"answer\\":$line}" ;;
      esac
    done
    """

  private func job(_ number: Int, _ effect: String) -> String {
    #"{"job":\#(number),"effect":"\#(effect)","input":"in/\#(number).jpg","output":"out/\#(number).jpg"}"#
  }

  private struct Answer: Decodable {
    struct Report: Decodable {
      let status, input, error: String
    }
    let job: Int?
    let error: String?
    let code: Int32?
    let retry: Bool?
    let report: Report?
    let answer: [String: JSON]?
    enum JSON: Decodable {
      case any
      init(from decoder: any Decoder) { self = .any }
    }
  }

  private func run(
    _ lines: [String], program: String? = nil, seconds: Double? = nil, memory: Int? = nil, processes: Int = 1
  ) throws -> (code: Int32, answers: [Answer]) {
    let folder = try TemporaryFolder()
    let input = try folder.file("in", Array((lines.joined(separator: "\n") + "\n").utf8))
    let output = try folder.file("out", [])
    let (jobs, answers) = (try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output))
    let supervisor = JobSupervisor(
      JobSupervisor.Terms(
        program: "/bin/sh", arguments: ["-c", program ?? Self.shell], processes: processes, seconds: seconds,
        memory: memory),
      input: jobs.fileDescriptor, output: answers.fileDescriptor, interruption: Interruption())
    let code = supervisor.run()
    let text = try String(contentsOf: output, encoding: .utf8)
    return (
      code.rawValue,
      try text.split(separator: "\n").map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    )
  }

  @Test func `the failure of one job does not affect others`() throws {
    let run = try run(
      [job(1, "a"), job(2, "crash"), job(3, "b"), job(4, "killed"), "", job(5, "leave"), job(6, "c")])
    #expect(run.code == 0 && run.answers.count == 6)
    #expect(run.answers.map { $0.answer != nil } == [true, false, true, false, false, true])
    #expect(run.answers.map(\.code) == [nil, 70, nil, 137, 70, nil])
    #expect(run.answers.map(\.retry) == [nil, false, nil, true, false, nil])
    #expect(run.answers.compactMap(\.job) == [2, 4, 5])
    #expect(run.answers[1].report?.status == "failed" && run.answers[1].report?.input == "in/2.jpg")
    #expect(run.answers[3].error?.contains("in/4.jpg") == true)
  }

  @Test func `a job that exceeds its time or memory is ended`() throws {
    let late = try run([job(1, "stuck"), job(2, "a")], seconds: 1)
    #expect(late.code == 0 && late.answers.map(\.code) == [124, nil])
    #expect(late.answers[0].error?.contains("in/1.jpg: it took longer than 1 s") == true)
    let large = try run([job(1, "large"), job(2, "a")], memory: 60 << 20)
    #expect(large.code == 0 && large.answers.map(\.code) == [137, nil] && large.answers[0].retry == false)
    #expect(large.answers[0].error?.contains("--memory") == true)
  }

  @Test(
    arguments: [
      ("nonsense", "no JSON object"),
      (#"{"job":1,"input":"a","output":"b"}"#, "\"effect\""),
      (#"{"job":1,"effect":"x","output":"b.jpg"}"#, "names its input"),
      (#"{"job":1,"effect":"x","input":"a","output":"b.jpg","strength":1}"#, "no \"strength\""),
      (#"{"job":1,"effect":"x","input":"a","output":"b.jpg","set":"strength=1"}"#, "a list of texts"),
      (#"{"job":1,"effect":"x","input":"a","output":"b.jpg","existing":"never"}"#, "error, skip, overwrite, newer"),
      (#"{"job":1,"effect":"x","input":"a","output":"b.jpg","onlyFaces":[0,-1]}"#, "from 0"),
      (#"{"job":1,"effect":"x","inputBytes":"%F","output":"b.jpg"}"#, "percent-encoded"),
      (#"{"job":1,"effect":"x","inputBase64":"?","output":"b.jpg"}"#, "in Base64"),
      (#"{"job":1,"effect":"x","input":"a.jpg\u0000.png","output":"b.jpg"}"#, "\"input\" of a job has a zero byte"),
      (#"{"job":1,"effect":"x","input":"a","output":"s3://a/b\u0000.jpg"}"#, "\"output\" of a job has a zero byte"),
      (#"{"job":1,"effect":"x","inputBytes":"a%00","output":"b.jpg"}"#, "\"inputBytes\" of a job has a zero byte"),
      (#"{"job":1,"effect":"x","inputBase64":"YQBi","output":"b.jpg"}"#, "\"inputBase64\" of a job has a zero byte"),
      (#"{"job":1,"effect":"x\u0000","input":"a","output":"b.jpg"}"#, "\"effect\" of a job has a zero byte"),
      (
        #"{"job":1,"effect":"x","set":["picture=a.png\u0000"],"input":"a","output":"b.jpg"}"#,
        "\"set\" of a job has a zero byte"
      ),
      (#"{"job":1,"effect":"\#(String(repeating: "x", count: 1 << 20))"}"#, "longer than 1048576 bytes"),
    ])
  func `an invalid line is answered, and the next job is done`(line: String, words: String) throws {
    let run = try run([line, job(2, "a")])
    #expect(run.code == 0 && run.answers.count == 2 && run.answers[1].answer != nil)
    #expect(run.answers[0].error?.contains(words) == true && run.answers[0].code == 64, "\(run.answers[0])")
    if line.hasPrefix(#"{"job":1,"input"#) { #expect(run.answers[0].job == 1) }
  }

  @Test func `several processes do many jobs, each once`() throws {
    let run = try run((0..<200).map { job($0, $0 % 50 == 7 ? "killed" : "a") }, processes: 3)
    #expect(run.code == 0 && run.answers.count == 200)
    #expect(run.answers.compactMap(\.job).sorted() == [7, 57, 107, 157])
  }

  @Test func `a process that is killed while it waits costs no job`() throws {
    let (jobs, answers, interruption) = (Pipe(), Pipe(), Interruption())
    let supervisor = JobSupervisor(
      JobSupervisor.Terms(
        program: "/bin/sh", arguments: ["-c", #"echo ready; while read -r line; do echo "{\"job\":$$}"; done"#]),
      input: jobs.fileHandleForReading.fileDescriptor, output: answers.fileHandleForWriting.fileDescriptor,
      interruption: interruption)
    let ended = DispatchGroup()
    DispatchQueue(label: "supervisor").async(group: ended) { _ = supervisor.run() }
    func answer(to line: String) throws -> Answer {
      try jobs.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      let bytes = answers.fileHandleForReading.availableData
      return try JSONDecoder().decode(Answer.self, from: bytes)
    }
    let first = try #require(try answer(to: job(1, "a")).job)
    kill(pid_t(first), SIGKILL)
    // Until it has ended: the zombie waits for the supervisor.
    while try !String(contentsOfFile: "/proc/\(first)/stat", encoding: .utf8).contains(") Z ") { usleep(1000) }
    let second = try answer(to: job(2, "a"))
    #expect(second.error == nil && second.job != first, "\(second)")
    // Closing the pipe ends nothing: processes that were started meanwhile hold it open.
    interruption.request()
    ended.wait()
  }

  @Test func `a worker that cannot begin says so by its exit code`() throws {
    #expect(try run([job(1, "a")], program: "exit 69").code == 69)
    #expect(try run([job(1, "a")], program: "kill -SEGV $$").code == 70)
    // It began, and then nothing could be done any more: the job is not lost without a word.
    let folder = try TemporaryFolder()
    let flag = folder.file("flag")
    let later = try run(
      [job(1, "a"), job(2, "a")],
      program: "[ -e \(flag) ] && exit 69; : > \(flag); echo ready; read -r line; kill -KILL $$")
    #expect(later.code == 69 && later.answers.map(\.code) == [137] && later.answers[0].retry == true)
  }
}
