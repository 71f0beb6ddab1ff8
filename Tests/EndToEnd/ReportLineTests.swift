import Foundation
import MatteKit
import Testing

/// `apply-effect --report`.
@Suite struct ReportLineTests {
  private func lines(_ file: String) throws -> [BatchReport.File] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { try BatchReport.File(line: $0) }
  }

  @Test func `a photo and a movie are reported as in a batch`() throws {
    let folder = try PhotoFolder("a.jpg")
    try folder.addMovie("b.mp4", frames: 30)
    let report = folder.file("report")
    let photo = try MatteTool.run(
      "apply-effect", "hide-faces", folder.file("in/a.jpg"), "-o", folder.file("a.heic"), "--report", report)
    #expect(photo.status == 0, "\(photo.errors)")
    let line = try #require(try lines(report).first)
    #expect(
      line.media == "photo" && line.status == "done" && line.faceCount == 1 && line.input == folder.file("in/a.jpg"))
    #expect(line.bytes == FileManager.default.contents(atPath: folder.file("a.heic"))?.count)

    let movie = try MatteTool.run(
      "apply-effect", "hide-faces", folder.file("in/b.mp4"), "-o", folder.file("b.mkv"), "--report", "-")
    #expect(movie.status == 0, "\(movie.errors)")
    let second = try BatchReport.File(line: movie.output)
    #expect(second.media == "movie" && second.frames == 30 && second.framesDrawn == 30 && second.seconds == 1.2)
    #expect(second.certainty?.map(\.frames) == [25, 5] && second.faces?.first?.frames == 30)
    #expect(second.bytes == FileManager.default.contents(atPath: folder.file("b.mkv"))?.count)
  }

  @Test func `failures have a line with the reason, and standard output has one use`() throws {
    let folder = try PhotoFolder()
    try Data("no movie".utf8).write(to: URL(filePath: folder.file("in/a.mp4")))
    let report = folder.file("report")
    let input = folder.file("in/a.mp4")
    let failed = try MatteTool.run("apply-effect", "sticker", input, "-o", folder.file("a.mp4"), "--report", report)
    #expect(failed.status == 65, "\(failed.errors)")
    let line = try #require(try lines(report).first)
    #expect(line.status == "failed" && line.media == "movie" && line.error?.contains(input) == true)
    #expect(failed.errors.contains(line.error ?? "no error"))
    let twice = try MatteTool.run("apply-effect", "sticker", input, "-o", "-", "--report", "-")
    #expect(twice.status == 64 && twice.errors.contains("-o - and --report -"), "\(twice.errors)")
  }
}
