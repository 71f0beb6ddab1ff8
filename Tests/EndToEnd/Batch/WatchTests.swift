import Foundation
import MatteKit
import Testing

@Suite struct WatchTests {
  private func watch(_ photos: PhotoFolder, _ arguments: String...) throws -> RunningTool {
    try RunningTool(
      ["watch", photos.input, "-o", photos.output, "blur-background", "--matte-quality", "fast", "--settle", "0.3"]
        + arguments)
  }

  @Test func `photos are done as they come, and SIGTERM ends it cleanly`() throws {
    let photos = try PhotoFolder("there.jpg")
    let report = photos.file("report")
    let tool = try watch(photos, "-r", "--report", report)
    #expect(tool.wait { photos.names(in: "out") == ["there.jpg"] }, "\(tool.errorText)")
    try photos.add("sub/new.heic", 3)
    #expect(tool.wait { photos.names(in: "out") == ["sub/new.heic", "there.jpg"] }, "\(tool.errorText)")
    // One that is still being copied is not read: what there is of it is no photo.
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
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.summary.done >= 4 && lines.summary.failed == 0 && !lines.summary.isInterrupted)

    // What was done is not done again.
    let second = try watch(photos, "-r")
    #expect(second.wait { second.errorText.components(separatedBy: "unchanged: ").count == 4 }, "\(second.errorText)")
    second.send(SIGINT)
    #expect(try second.finish().status == 0)
  }

  @Test func `a bad photo, a foreign output and a clash are told, and cost nothing`() throws {
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

  @Test func `a folder that is not there is refused`() throws {
    let outcome = try MatteTool.run("watch", "/nowhere/at/all", "-o", "/nowhere/out", "blur-background")
    #expect(outcome.status == 65 && outcome.errors.contains("/nowhere/at/all"), "\(outcome)")
  }
}
