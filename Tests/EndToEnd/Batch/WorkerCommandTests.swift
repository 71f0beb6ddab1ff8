import Foundation
import Glibc
import MatteKit
import Support
import Testing

/// `mattetool worker` as a scheduler drives it.
@Suite struct WorkerCommandTests {
  private struct Answer: Decodable {
    struct Report: Decodable {
      let status: String
      let mattes: [String]?
      let milliseconds: [String: Double]
    }
    let job: Int
    let output: String?
    let error: String?
    let code: Int32?
    let retry: Bool?
    let report: Report?
  }

  private func job(_ number: Int, _ input: String, _ output: String, _ more: String = "") -> String {
    #"{"job":\#(number),"effect":"blur-background","input":"\#(input)","output":"\#(output)"\#(more)}"# + "\n"
  }

  private func answers(_ data: Data) throws -> [Answer] {
    try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Answer.self, from: Data($0)) }
  }

  @Test func `jobs are answered one by one, and make what batch makes`() throws {
    let photos = try PhotoFolder("a.jpg", "b.heic", "c.png")
    try photos.addBad("bad.jpg")
    #expect(try photos.batch(photos.input, "-o", photos.output).status == 1)
    let expected = photos.files(in: "out")
    var lines = ""
    for (number, name) in ["a.jpg", "bad.jpg", "b.heic", "missing.jpg", "c.png"].enumerated() {
      lines += job(number, photos.file("in/\(name)"), photos.file("worker/below/\(name)"))
    }
    lines += job(5, photos.file("in/a.jpg"), photos.file("worker/below/a.jpg"), #","existing":"skip""#)
    lines += job(6, photos.file("in/a.jpg"), photos.file("worker/below/a.jpg"))
    lines += job(7, photos.file("in/a.jpg"), photos.file("in/a.jpg"), #","existing":"overwrite""#)
    lines += job(8, photos.file("in/a.jpg"), photos.file("worker/light.jpg"), #","set":["strength=0"]"#)
    let ended = try RunningTool(
      ["worker", "--matte-quality", "fast", "--max-seconds", "300", "--memory", "4G"], input: Data(lines.utf8)
    ).finish()
    #expect(ended.status == 0, "\(ended.errors)")
    let found = try answers(ended.output)
    #expect(found.map(\.job) == Array(0...8))
    #expect(
      found.map { $0.report?.status } == [
        "done", "failed", "done", "failed", "done", "skipped", "failed", "failed", "done",
      ])
    #expect(found.map(\.code) == [nil, 65, nil, 65, nil, nil, 73, 73, nil])
    #expect(found.allSatisfy { ($0.error == nil) == ($0.code == nil) && ($0.retry ?? false) == false })
    #expect(found[1].error?.contains("in/bad.jpg: damaged") == true)
    #expect(found[0].report?.mattes?.contains("portrait") == true && found[0].report?.milliseconds["encode"] != nil)
    var made: [String: Data] = [:]
    for (name, bytes) in photos.files(in: "worker") where name.hasPrefix("below/") {
      made[String(name.dropFirst("below/".count))] = bytes
    }
    #expect(made == expected)
    // The networks stayed: what loads them takes no time any more.
    #expect(found[4].report?.milliseconds["load"] ?? 0 < 50)
  }

  @Test func `a job whose try ended between mattes and photo can be given again`() throws {
    let photos = try PhotoFolder("a.jpg")
    let output = photos.file("out/a.jpg")
    let line = job(1, photos.file("in/a.jpg"), output, #","mattes":"beside","existing":"skip""#)
    func answer() throws -> Answer? {
      let ended = try RunningTool(["worker", "--matte-quality", "fast"], input: Data(line.utf8)).finish()
      return try answers(ended.output).first
    }
    #expect(try answer()?.report?.status == "done")
    let made = photos.files(in: "out")
    #expect(made.count > 1)
    try FileManager.default.removeItem(atPath: output)
    #expect(try answer()?.report?.status == "done")
    #expect(photos.files(in: "out") == made)
    // A file of somebody else's at a matte's place stays.
    try FileManager.default.removeItem(atPath: output)
    let matte = try #require(made.keys.first { $0 != "a.jpg" })
    try Data("notes".utf8).write(to: URL(filePath: photos.file("out/\(matte)")))
    let refused = try #require(try answer())
    #expect(refused.code == 73 && refused.error?.contains(matte) == true, "\(refused)")
    #expect(photos.files(in: "out")[matte] == Data("notes".utf8))
  }

  @Test func `a worker that is killed takes its process along, and one that is asked to end answers first`() throws {
    let photos = try PhotoFolder("a.jpg")
    let pipe = photos.file("jobs")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Open for both, so that neither side waits for the other and the jobs do not end.
    let jobs = open(pipe, O_RDWR)
    defer { close(jobs) }
    for signal in [SIGTERM, SIGKILL] {
      let tool = try RunningTool(["worker", "--matte-quality", "fast"], inputFile: pipe)
      let output = photos.file("out/\(signal).jpg")
      let line = Array(job(1, photos.file("in/a.jpg"), output).utf8)
      #expect(write(jobs, line, line.count) == line.count)
      #expect(tool.wait { tool.outputText.hasSuffix("\n") }, "\(tool.errorText)")
      let children = Self.children(of: tool.identifier)
      #expect(children.count == 1)
      tool.send(signal)
      let ended = try tool.finish()
      #expect(ended.status == (signal == SIGTERM ? 130 : -SIGKILL))
      #expect(try answers(ended.output).map { $0.report?.status } == ["done"])
      for _ in 0..<1000 where children.contains(where: { kill($0, 0) == 0 && !Self.isZombie($0) }) { usleep(10_000) }
      #expect(!children.contains { kill($0, 0) == 0 && !Self.isZombie($0) })
    }
  }

  /// The processes that any of a process's threads has started.
  private static func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let list = "/proc/\(process)/task/\(thread)/children"
      return ((try? String(contentsOfFile: list, encoding: .utf8)) ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.isEmpty || text.contains(") Z ")
  }

  @Test(
    arguments: [
      (["worker", "--max-seconds", "0"], "max-seconds"), (["worker", "--processes", "0"], "processes"),
      (["worker", "--memory", "20M"], "--memory: "),
    ])
  func `a worker that cannot work says why`(arguments: [String], words: String) throws {
    let ended = try RunningTool(arguments, input: Data("\n".utf8)).finish()
    #expect(ended.status != 0 && ended.errors.contains(words), "\(ended)")
  }
}
