import Foundation
import MatteKit
import Testing

/// A batch must not lose reports and results of other runs.
@Suite struct BatchLossTests {
  private func text(_ path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }

  @Test func `a refused run keeps the report of an earlier one, and of a running one`() throws {
    let photos = try PhotoFolder("a.jpg")
    let report = photos.file("new/reports/r.jsonl")
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--report", report).status == 0)
    let before = try text(report)
    #expect(try BatchReport(before).summary.done == 1)
    for (arguments, status) in [(["--memory", "10M", "--resume"], 64), ([], 73)] as [([String], Int32)] {
      let refused = try photos.quickBatch([photos.input, "-o", photos.output, "--report", report] + arguments)
      #expect(refused.status == status, "\(refused.errors)")
      #expect(try text(report) == before)
    }
    let tool = try RunningTool(
      ["watch", photos.input, "-o", photos.output, "hide-codes", "--settle", "0.1", "--report", report])
    #expect(tool.wait { (try? text(report).contains(#""status":"unchanged""#)) == true }, "\(tool.errorText)")
    let second = try photos.quickBatch(photos.input, "-o", photos.output, "--resume", "--report", report)
    #expect(second.status == 73 && second.errors.contains("another run"), "\(second.errors)")
    try photos.add("b.jpg", 1)
    #expect(tool.wait { (try? text(report).contains("b.jpg")) == true }, "\(tool.errorText)")
    tool.send(SIGTERM)
    #expect(try tool.finish().status == 0)
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.files.map(\.status) == ["unchanged", "done"] && lines.summary.done == 1)
  }

  @Test func `retried failures are added to the report that names them`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    try photos.addBad("c.jpg")
    try photos.addBad("d.jpg")
    let report = photos.file("r.jsonl")
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--report", report).status == 1)
    // As a run that was killed leaves it.
    let handle = try #require(FileHandle(forWritingAtPath: report))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"media":"pho"#.utf8))
    try handle.close()
    try FileManager.default.removeItem(atPath: photos.file("in/c.jpg"))
    try photos.add("c.jpg", 5)
    let again = try photos.quickBatch(
      photos.input, "-o", photos.output, "--retry-failed", report, "--report", report)
    #expect(again.status == 1, "\(again.errors)")
    let merged = try MatteTool.run("report", "merge", report)
    let all = try BatchReport(merged.output)
    #expect(all.summary.done == 3 && all.summary.failed == 1 && all.files.count == 4, "\(merged)")
  }

  @Test func `watch replaces no result of another photo that an earlier run made`() throws {
    let photos = try PhotoFolder("a.png")
    let arguments = [
      "watch", photos.input, "-o", photos.output, "hide-codes", "--format", "jpeg", "--settle", "0.1",
    ]
    let first = try RunningTool(arguments)
    #expect(first.wait { photos.names(in: "out") == ["a.jpg"] }, "\(first.errorText)")
    first.send(SIGTERM)
    #expect(try first.finish().status == 0)
    let made = photos.files(in: "out")
    try FileManager.default.removeItem(atPath: photos.file("in/a.png"))
    try photos.add("a.webp", 7)
    let second = try RunningTool(arguments)
    #expect(second.wait { second.errorText.contains("of another input") }, "\(second.errorText)")
    second.send(SIGTERM)
    #expect(try second.finish().status == 1)
    #expect(photos.files(in: "out") == made)
  }

  @Test func `a matte replaces no input and no picture that is read`() throws {
    let photos = try PhotoFolder("p.png", "beach.hair.png", "o.teeth.png")
    let before = photos.files(in: "in")
    let (p, beach) = (photos.file("in/p.png"), photos.file("in/beach.hair.png"))
    let own = try MatteTool.run("mattes", p, "--kinds", "skin", "-o", p, "--overwrite")
    #expect(own.status == 64 && own.errors.contains("would replace the input"), "\(own.errors)")
    let read = try MatteTool.run(
      "apply-effect", "replace-background", p, "--set", "picture=\(beach)", "-o", photos.file("in/beach.webp"),
      "--mattes", "beside", "--overwrite")
    #expect(read.status == 64 && read.errors.contains("a file that the effect reads"), "\(read.errors)")
    let batch = try MatteTool.run(
      "batch", "replace-background", p, "--set", "picture=\(beach)", "-o", photos.file("in"), "--name",
      "beach.hair.{ext}", "--existing", "overwrite")
    #expect(batch.status == 73 && batch.errors.contains("a file that the effect reads"), "\(batch.errors)")
    #expect(photos.files(in: "in") == before)
    // A photo without people has no matte, and a file with a matte's name is a photo.
    let flat = PixelBuffer(
      size: PixelSize(width: 64, height: 64), format: .rgba8, bytes: [UInt8](repeating: 200, count: 64 * 64 * 4))
    try Photo(pixels: flat).write(to: URL(filePath: photos.file("flat.png")), as: .png)
    let stale = try MatteTool.run(
      "apply-effect", "mono-background", photos.file("flat.png"), "-o", photos.file("in/o.webp"), "--mattes", "beside",
      "--matte-quality", "fast", "--overwrite")
    #expect(stale.status == 0 && stale.errors.contains("o.teeth.png may be of an earlier run"), "\(stale.errors)")
    #expect(photos.files(in: "in")["o.teeth.png"] == before["o.teeth.png"])
  }

  @Test func `the advice about one movie applies to one movie`() throws {
    let photos = try PhotoFolder()
    let made = try MatteTool.run(
      URL(filePath: "/usr/bin/env"),
      ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-c:v", "libx264"]
        + [photos.file("in/whole.mkv")])
    #expect(made.status == 0, "\(made.errors)")
    let whole = try Data(contentsOf: URL(filePath: photos.file("in/whole.mkv")))
    try whole.prefix(whole.count * 2 / 3).write(to: URL(filePath: photos.file("in/whole.mkv")))
    let outcome = try photos.quickBatch(photos.input, "-o", photos.output)
    #expect(
      outcome.status == 1 && outcome.errors.contains("can be processed alone (apply-effect --to "), "\(outcome.errors)")
  }
}
