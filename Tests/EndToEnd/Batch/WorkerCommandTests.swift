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

  @Test func `jobs are answered one by one, with the results of batch`() throws {
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
    #expect(found[6].error?.contains("\"existing\"") == true && found[6].error?.contains("--") == false)
    #expect(found[1].error?.contains("in/bad.jpg: damaged") == true)
    #expect(found[0].report?.mattes?.contains("portrait") == true && found[0].report?.milliseconds["encode"] != nil)
    var made: [String: Data] = [:]
    for (name, bytes) in photos.files(in: "worker") where name.hasPrefix("below/") {
      made[String(name.dropFirst("below/".count))] = bytes
    }
    #expect(made == expected)
    // The networks stay loaded, so later jobs take no time for that.
    #expect(found[4].report?.milliseconds["load"] ?? 0 < 50)
  }

  @Test func `a job that ended between mattes and photo can be repeated`() throws {
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
    // A foreign file with a matte's name stays.
    try FileManager.default.removeItem(atPath: output)
    let matte = try #require(made.keys.first { $0 != "a.jpg" })
    try Data("notes".utf8).write(to: URL(filePath: photos.file("out/\(matte)")))
    let refused = try #require(try answer())
    #expect(refused.code == 73 && refused.error?.contains(matte) == true, "\(refused)")
    #expect(photos.files(in: "out")[matte] == Data("notes".utf8))
  }

  @Test func `mattes of an earlier job are removed with the replaced result, and no other picture is`() throws {
    let photos = try PhotoFolder("o.hair.png")
    func flat(_ value: UInt8, _ format: PixelFormat, to name: String) throws {
      let size = PixelSize(width: 64, height: 64)
      let count = size.area * (format == .l8 ? 1 : 4)
      let pixels = PixelBuffer(size: size, format: format, bytes: [UInt8](repeating: value, count: count))
      try Photo(pixels: pixels).write(to: URL(filePath: photos.file("in/\(name)")), as: .png)
    }
    // The photo shows no person, so no matte is made.
    try flat(200, .rgba8, to: "flat.png")
    try flat(0, .l8, to: "o.skin.png")
    let line = job(
      1, photos.file("in/flat.png"), photos.file("in/o.jpg"), #","mattes":"beside","existing":"overwrite""#)
    let ended = try RunningTool(["worker", "--matte-quality", "fast"], input: Data(line.utf8)).finish()
    #expect(try answers(ended.output).first?.report?.status == "done", "\(ended.errors)")
    #expect(Set(photos.files(in: "in").keys) == ["flat.png", "o.hair.png", "o.jpg"])
    // The mattes of this result would replace the photo.
    let clash = job(
      2, photos.file("in/o.hair.png"), photos.file("in/o.webp"), #","mattes":"beside","existing":"overwrite""#)
    let refused = try RunningTool(["worker", "--matte-quality", "fast"], input: Data(clash.utf8)).finish()
    #expect(try answers(refused.output).first?.code == 73)
  }

  @Test func `presets and pictures that were edited are read again`() throws {
    let photos = try PhotoFolder("a.jpg")
    let (pipe, preset) = (photos.file("jobs"), photos.file("look.json"))
    #expect(mkfifo(pipe, 0o600) == 0)
    let jobs = open(pipe, O_RDWR)
    defer { close(jobs) }
    let tool = try RunningTool(["worker", "--matte-quality", "fast"], inputFile: pipe)
    func write(_ settings: String) throws {
      try Data(#"{"version":1,"effects":[{"effect":"replace-background","settings":{\#(settings)}}]}"#.utf8)
        .write(to: URL(filePath: preset))
    }
    func write(gray: UInt8) throws {
      let size = PixelSize(width: 8, height: 8)
      let pixels = PixelBuffer(size: size, format: .rgba8, bytes: (0..<64).flatMap { _ in [gray, gray, gray, 255] })
      try Photo(pixels: pixels).write(to: URL(filePath: photos.file("wall.png")), as: .png, overwriting: true)
    }
    func result(_ number: Int) throws -> Data? {
      let output = photos.file("out/\(number).png")
      let line = Array(
        #"{"job":\#(number),"effect":"\#(preset)","input":"\#(photos.file("in/a.jpg"))","output":"\#(output)"}"#.utf8
          + [10])
      #expect(Glibc.write(jobs, line, line.count) == line.count)
      #expect(tool.wait { tool.outputText.count { $0 == "\n" } == number }, "\(tool.errorText)")
      return FileManager.default.contents(atPath: output)
    }
    try write(gray: 20)
    try write(#""picture":"wall.png""#)
    let first = try #require(try result(1), "\(tool.outputText)")
    #expect(try result(2) == first)
    try write(gray: 220)
    let second = try #require(try result(3))
    try write(##""color":"#ff0000""##)
    let third = try #require(try result(4))
    try write(##""color":"#00ff00""##)
    let fourth = try #require(try result(5))
    #expect(Set([first, second, third, fourth]).count == 4)
    tool.send(SIGTERM)
    _ = try tool.finish()
  }

  @Test func `outputs may be plain names, and a pipe is not waited for`() throws {
    let photos = try PhotoFolder("a.jpg")
    #expect(mkfifo(photos.file("pipe.jpg"), 0o600) == 0)
    let lines = [("in/a.jpg", "plain.jpg"), ("pipe.jpg", "piped.jpg"), ("in", "folder.jpg")].enumerated().map {
      #"{"job":\#($0),"effect":"hide-codes","input":"\#($1.0)","output":"\#($1.1)"}"# + "\n"
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: photos.file("jobs")))
    let ended = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      ["-c", "cd '\(photos.folder.url.path)' && '\(MatteTool.executable.path)' worker --matte-quality fast <jobs"])
    let found = try answers(Data(ended.output.utf8))
    #expect(found.map(\.code) == [nil, 65, 65], "\(ended)")
    #expect(found.first?.report?.status == "done" && photos.folder.contents.contains("plain.jpg"))
    #expect(found.dropFirst().first?.error?.contains("pipe.jpg: cannot be read: it is not a regular file") == true)
  }

  @Test func `a killed worker ends its process, and one that is asked to end answers first`() throws {
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
  func `a worker that cannot start states the reason`(arguments: [String], words: String) throws {
    let ended = try RunningTool(arguments, input: Data("\n".utf8)).finish()
    #expect(ended.status != 0 && ended.errors.contains(words), "\(ended)")
  }
}
