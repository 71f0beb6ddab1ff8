import Foundation
import MatteKit
import Testing

@Suite struct WatchTests {
  /// Whether the tool watches temporary folders by inotify. On a network's file system it polls.
  private static let usesInotify: Bool = {
    guard let folder = try? PhotoFolder(),
      let tool = try? RunningTool(["watch", folder.input, "-o", folder.output, "hide-codes"])
    else { return false }
    defer {
      tool.send(SIGTERM)
      _ = try? tool.finish()
    }
    return tool.wait { tool.errorText.contains("watching") } && tool.errorText.contains("by inotify")
  }()

  private func watch(_ photos: PhotoFolder, _ arguments: String...) throws -> RunningTool {
    try RunningTool(
      ["watch", photos.input, "-o", photos.output, "blur-background", "--matte-quality", "fast", "--settle", "0.3"]
        + arguments)
  }

  @Test func `photos are processed as they arrive, and SIGTERM ends it cleanly`() throws {
    let photos = try PhotoFolder("there.jpg")
    let report = photos.file("report")
    // Once by inotify, and the second run below by the clock.
    let tool = try watch(photos, "-r", "--report", report)
    #expect(tool.wait { photos.names(in: "out") == ["there.jpg"] }, "\(tool.errorText)")
    try photos.add("sub/new.heic", 3)
    #expect(tool.wait { photos.names(in: "out") == ["sub/new.heic", "there.jpg"] }, "\(tool.errorText)")
    // A file that is still being copied is not read: its first part is no photo.
    let slow = URL(filePath: photos.file("in/slow.jpg"))
    let bytes = try PhotoFolder.portrait(5)
    for count in stride(from: 100, to: bytes.count, by: bytes.count / 8) {
      try bytes.prefix(count).write(to: slow)
      usleep(100_000)
    }
    try bytes.write(to: slow)
    #expect(tool.wait { photos.names(in: "out").contains("slow.jpg") }, "\(tool.errorText)")
    // One that changes is done again.
    let before = photos.files(in: "out")["there.jpg"]
    try photos.add("there.jpg", 30)
    #expect(tool.wait { photos.files(in: "out")["there.jpg"] != before }, "\(tool.errorText)")
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(ended.errors.contains("by inotify") || ended.errors.contains("where other machines"), "\(ended.errors)")
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.summary.done >= 4 && lines.summary.failed == 0 && !lines.summary.isInterrupted)

    // Processed files are not processed again.
    let second = try watch(photos, "-r", "--poll")
    #expect(second.wait { second.errorText.components(separatedBy: "unchanged: ").count == 4 }, "\(second.errorText)")
    second.send(SIGINT)
    #expect(try second.finish().status == 0)
  }

  @Test func `a file whose output cannot be named fails, and the others are processed`() throws {
    let folder = try PhotoFolder()
    let report = folder.file("report")
    let tool = try RunningTool([
      "watch", folder.input, "-o", folder.output, "hide-codes", "--name", "{stem}.jpg", "--settle", "0.1", "--report",
      report,
    ])
    try folder.addMovie("clip.mp4", frames: 2)
    #expect(tool.wait { tool.errorText.contains("clip.mp4") }, "\(tool.errorText)")
    try folder.add("a.jpg", 1)
    #expect(tool.wait { folder.names(in: "out") == ["a.jpg"] }, "\(tool.errorText)")
    tool.send(SIGTERM)
    #expect(try tool.finish().status == 1)
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.summary.done == 1 && lines.summary.failed == 1)
  }

  @Test func `movies are processed as they arrive, complete, and a signal leaves the current one to the next run`()
    throws
  {
    let folder = try PhotoFolder("a.jpg")
    try folder.addMovie("there.mp4", frames: 3)
    try folder.addMovie("../slow.mov", frames: 4)
    let bytes = try #require(FileManager.default.contents(atPath: folder.file("slow.mov")))
    let report = folder.file("report")
    let tool = try watch(folder, "--report", report)
    #expect(tool.wait { folder.names(in: "out") == ["a.jpg", "there.mp4"] }, "\(tool.errorText)")
    // A file that is still being copied is not read: its first part is no movie.
    let slow = URL(filePath: folder.file("in/slow.mov"))
    for count in stride(from: 100, to: bytes.count, by: bytes.count / 8) {
      try bytes.prefix(count).write(to: slow)
      usleep(100_000)
    }
    try bytes.write(to: slow)
    #expect(tool.wait { folder.names(in: "out").contains("slow.mov") }, "\(tool.errorText)")
    try folder.addMovie("../long.mp4", frames: 500)
    try FileManager.default.moveItem(atPath: folder.file("long.mp4"), toPath: folder.file("in/long.mp4"))
    // Well after it has settled, and well before its end.
    usleep(3_000_000)
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(
      ended.status == 0 && ended.errors.contains("a movie in progress is left to the next run"), "\(ended.errors)")
    #expect(folder.names(in: "out") == ["a.jpg", "slow.mov", "there.mp4"])
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.summary.photos == 1 && lines.summary.movies == 3 && lines.summary.done == 3)
    #expect(lines.summary.failed == 0 && lines.summary.notStarted == 1)
    #expect(try lines.file("slow.mov").frames == 4)
  }

  @Test func `a bad photo, a foreign output and a conflict are reported, and affect no others`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    try photos.addBad("bad.jpg")
    try FileManager.default.createDirectory(atPath: photos.output, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: photos.file("out/a.heic")))
    let tool = try watch(photos, "--format", "heic")
    #expect(tool.wait { photos.names(in: "out").contains("b.heic") && tool.errorText.contains("bad.jpg") })
    try photos.add("b.png", 1)
    #expect(tool.wait { tool.errorText.contains("in/b.png: its output is that of") }, "\(tool.errorText)")
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(ended.status == 1, "\(ended.errors)")
    #expect(photos.files(in: "out")["a.heic"] == Data("mine".utf8) && photos.names(in: "out").count == 2)
  }

  @Test func `a removed folder of results is made again with its journal and report`() throws {
    let photos = try PhotoFolder("a.jpg")
    let report = photos.file("out/report.jsonl")
    func watch() throws -> RunningTool {
      try RunningTool([
        "watch", photos.input, "-o", photos.output, "hide-codes", "--settle", "0.2", "--report", report,
      ])
    }
    let tool = try watch()
    #expect(tool.wait { photos.names(in: "out").contains("a.jpg") && tool.errorText.contains("done: ") })
    try FileManager.default.removeItem(atPath: photos.output)
    try photos.add("b.jpg", 1)
    #expect(tool.wait { photos.names(in: "out").contains("b.jpg") }, "\(tool.errorText)")
    tool.send(SIGTERM)
    #expect(try tool.finish().status == 0)
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.files.count == 2 && lines.summary.done == 2)
    #expect(lines.summary.folders?.map(\.path) == [photos.input])
    // The next run knows its own result, and makes the lost one again.
    let second = try watch()
    #expect(second.wait { photos.names(in: "out").contains("a.jpg") }, "\(second.errorText)")
    #expect(second.wait { second.errorText.contains("unchanged: ") }, "\(second.errorText)")
    second.send(SIGTERM)
    #expect(try second.finish().status == 0)
  }

  @Test func `a temporarily unreadable folder is tried again, and fails only if it stays unreadable`() throws {
    let photos = try PhotoFolder("a.jpg")
    let report = photos.file("report")
    func watch() throws -> RunningTool {
      try RunningTool([
        "watch", photos.input, "-o", photos.output, "hide-codes", "--settle", "0.2", "--poll", "--report", report,
      ])
    }
    let tool = try watch()
    #expect(tool.wait { photos.names(in: "out") == ["a.jpg"] }, "\(tool.errorText)")
    try FileManager.default.moveItem(atPath: photos.input, toPath: photos.file("away"))
    #expect(tool.wait { tool.errorText.contains("cannot be read") }, "\(tool.errorText)")
    try FileManager.default.moveItem(atPath: photos.file("away"), toPath: photos.input)
    #expect(tool.wait { tool.errorText.contains("can be read again") }, "\(tool.errorText)")
    try photos.add("b.jpg", 1)
    #expect(tool.wait { photos.names(in: "out") == ["a.jpg", "b.jpg"] }, "\(tool.errorText)")
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try BatchReport(contentsOf: report).summary.failed == 0)

    let second = try watch()
    #expect(second.wait { second.errorText.contains("by polling") }, "\(second.errorText)")
    try FileManager.default.moveItem(atPath: photos.input, toPath: photos.file("away"))
    #expect(second.wait { second.errorText.contains("cannot be read") }, "\(second.errorText)")
    second.send(SIGTERM)
    #expect(try second.finish().status == 1)
  }

  @Test(.enabled(if: usesInotify, "needs temporary folders whose changes inotify reports"))
  func `a moved folder is noticed at once by inotify, and so is its return`() throws {
    let photos = try PhotoFolder("a.jpg")
    let tool = try RunningTool([
      "watch", photos.input, "-o", photos.output, "hide-codes", "--settle", "0.2",
    ])
    #expect(tool.wait { photos.names(in: "out") == ["a.jpg"] }, "\(tool.errorText)")
    // Once no file is pending, the folder would be scanned only half a minute later.
    usleep(2_000_000)
    let start = ContinuousClock.now
    try FileManager.default.moveItem(atPath: photos.input, toPath: photos.file("away"))
    #expect(tool.wait { tool.errorText.contains("cannot be read") }, "\(tool.errorText)")
    #expect(ContinuousClock.now - start < .seconds(15))
    try FileManager.default.moveItem(atPath: photos.file("away"), toPath: photos.input)
    #expect(tool.wait { tool.errorText.contains("can be read again") }, "\(tool.errorText)")
    try photos.add("b.jpg", 1)
    #expect(tool.wait { photos.names(in: "out") == ["a.jpg", "b.jpg"] }, "\(tool.errorText)")
    #expect(ContinuousClock.now - start < .seconds(25))
    tool.send(SIGTERM)
    let ended = try tool.finish()
    #expect(ended.status == 0, "\(ended.errors)")
  }

  @Test func `a missing folder is refused`() throws {
    let outcome = try MatteTool.run("watch", "/nowhere/at/all", "-o", "/nowhere/out", "blur-background")
    #expect(outcome.status == 65 && outcome.errors.contains("/nowhere/at/all"), "\(outcome)")
  }
}
