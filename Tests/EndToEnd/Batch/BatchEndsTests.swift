import Foundation
import MatteKit
import Support
import Testing

/// Runs that end early, and their results.
@Suite struct BatchEndsTests {
  private func folder(_ count: Int) throws -> PhotoFolder {
    let photos = try PhotoFolder()
    let extensions = ["jpg", "heic", "png"]
    for number in 0..<count { try photos.add("\(number / 4)/\(number).\(extensions[number % 3])", number) }
    return photos
  }

  /// The outputs of an undisturbed run.
  private func undisturbed(_ photos: PhotoFolder) throws -> [String: Data] {
    let outcome = try photos.batch("-r", photos.input, "-o", photos.file("undisturbed"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return photos.files(in: "undisturbed")
  }

  /// `make bench` does this fifty times, see Benchmarks/Batch.
  @Test func `a repeatedly killed run ends with the same bytes`() throws {
    let photos = try folder(8)
    let expected = try undisturbed(photos)
    var random = RepeatableRandomNumberGenerator(seed: 4)
    let arguments = PhotoFolder.command + ["-r", photos.input, "-o", photos.output, "--resume", "--progress", "none"]
    // A terminal that is closed, one that gives up, and a pipe without a reader end it as abruptly.
    let signals = [SIGKILL, SIGHUP, SIGQUIT, SIGPIPE]
    for turn in 0..<(TestScale.isFull ? 20 : 4) {
      let tool = try RunningTool(arguments)
      // After some number of outputs, and then some.
      let wanted = photos.names(in: "out").count + Int.random(in: 0...2, using: &random)
      _ = tool.wait { photos.names(in: "out").count >= wanted }
      usleep(UInt32.random(in: 0...200_000, using: &random))
      tool.send(signals[turn % signals.count])
      _ = try tool.finish()
      // Files under their final name are complete.
      for (name, bytes) in photos.files(in: "out") where !name.contains(".mattekit-") {
        #expect(bytes == expected[name], "\(name)")
      }
    }
    let outcome = try MatteTool.run(MatteTool.executable, arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(photos.files(in: "out") == expected)
    let again = try photos.batch("-r", photos.input, "-o", photos.output, "--resume")
    #expect(again.errors.contains("8 unchanged"), "\(again.errors)")
  }

  @Test(arguments: TestScale.isFull ? [SIGINT, SIGTERM] : [SIGTERM])
  func `a signal ends a run with exit code 130, and it can be resumed`(
    signal: Int32
  ) throws {
    let photos = try folder(12)
    let report = photos.file("report")
    let arguments =
      PhotoFolder.command + ["-r", photos.input, "-o", photos.output, "--resume", "--jobs", "1", "--report", report]
    let tool = try RunningTool(arguments)
    #expect(tool.wait { !photos.names(in: "out").isEmpty })
    tool.send(signal)
    let ended = try tool.finish()
    #expect(ended.status == 130, "\(ended.errors)")
    #expect(ended.errors.contains("interrupted"))
    let first = try BatchReport(contentsOf: report)
    #expect(first.summary.isInterrupted && first.summary.notStarted > 0 && first.summary.failed == 0)
    #expect(first.files.count == first.summary.done && photos.names(in: "out").count == first.summary.done)

    let outcome = try MatteTool.run(MatteTool.executable, arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let second = try BatchReport(contentsOf: report)
    #expect(second.summary.unchanged == first.summary.done && second.summary.done == first.summary.notStarted)
    #expect(photos.names(in: "out").count == 12)
  }

  @Test func `resuming processes changed files, and not those of another recipe`() throws {
    let photos = try folder(3)
    let output = photos.output
    #expect(try photos.batch("-r", photos.input, "-o", output).status == 0)
    let before = photos.files(in: "out")
    try photos.add("0/1.heic", 40)
    try Data("damaged".utf8).write(to: URL(filePath: photos.file("out/0/2.png")))
    let outcome = try photos.batch("-r", photos.input, "-o", output, "--resume")
    #expect(outcome.status == 0 && outcome.errors.contains("2 done, 1 unchanged"), "\(outcome.errors)")
    let after = photos.files(in: "out")
    #expect(after["0/0.jpg"] == before["0/0.jpg"] && after["0/2.png"] == before["0/2.png"])
    #expect(after["0/1.heic"] != before["0/1.heic"])
    let other = try photos.batch("-r", photos.input, "-o", output, "--resume", "--set", "radius=2")
    #expect(other.status == 73 && photos.files(in: "out") == after, "\(other)")
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount"))
  func `a full disk fails the photos without room, and they can be processed later`() throws {
    let photos = try folder(6)
    let expected = try undisturbed(photos)
    let disk = try TemporaryDisk(kilobytes: 40)
    let arguments = ["-r", photos.input, "-o", disk.path + "/out", "--resume"]
    let outcome = try photos.batch(arguments)
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.components(separatedBy: "No space left on device").count == 2, "\(outcome.errors)")
    func there() -> [String: Data] {
      expected.keys.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(disk.path)/out/\($1)") }
    }
    for (name, bytes) in there() { #expect(bytes == expected[name], "\(name) is not whole") }
    #expect(there().count < 6)
    try disk.resize(kilobytes: 4096)
    let second = try photos.batch(arguments)
    #expect(second.status == 0 && there() == expected, "\(second)")
    let names = FileManager.default.enumerator(atPath: disk.path)?.compactMap { $0 as? String } ?? []
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount"))
  func `a read-only output is refused before work starts`() throws {
    let photos = try folder(1)
    let disk = try TemporaryDisk(kilobytes: 64)
    try disk.makeReadOnly()
    for output in [disk.path, disk.path + "/below"] {
      let outcome = try photos.batch("-r", photos.input, "-o", output)
      #expect(outcome.status == 73 && outcome.errors.contains("Read-only file system"), "\(outcome)")
    }
    let report = try photos.batch("-r", photos.input, "-o", photos.output, "--report", disk.path + "/r")
    #expect(report.status == 73 && !FileManager.default.fileExists(atPath: photos.output), "\(report)")
  }

  @Test func `an output folder that is a file is refused`() throws {
    let photos = try folder(1)
    try Data().write(to: URL(filePath: photos.output))
    let outcome = try photos.batch("-r", photos.input, "-o", photos.output)
    #expect(outcome.status == 73 && outcome.errors.contains(photos.output), "\(outcome)")
  }

  @Test func `two runs with one recipe do not work in one folder at once`() throws {
    let photos = try folder(6)
    let arguments = PhotoFolder.command + ["-r", photos.input, "-o", photos.output, "--jobs", "1"]
    let tool = try RunningTool(arguments)
    #expect(tool.wait { !photos.names(in: "out").isEmpty })
    let second = try MatteTool.run(MatteTool.executable, arguments + ["--resume"])
    #expect(second.status == 73 && second.errors.contains("another run"), "\(second)")
    #expect(try tool.finish().status == 0)
  }
}
