import Foundation
import MatteKit
import Support
import Testing

/// `batch --sheet` and `report merge --sheet`.
@Suite struct BatchSheetTests {
  private func batch(_ photos: PhotoFolder, _ more: [String]) throws -> MatteTool.Outcome {
    try MatteTool.run(
      MatteTool.executable,
      [
        "batch", "blur-background", "-r", photos.input, "-o", photos.output, "--matte-quality", "fast", "--progress",
        "none",
      ]
        + more)
  }

  private func page(_ photos: PhotoFolder, _ name: String = "index.html") throws -> String {
    try String(contentsOfFile: photos.file("sheet/\(name)"), encoding: .utf8)
  }

  /// The files that a page's links and pictures name.
  private func targets(of page: String, _ attribute: String) throws -> [String] {
    page.matches(of: try Regex("\(attribute)=\"([^\"]*)\"")).compactMap { $0.output[1].substring.map(String.init) }
  }

  @Test func `a sheet shows a run, and the run that resumes it adds to it`() throws {
    let photos = try PhotoFolder("a.jpg", "below/b <i>&.heic")
    try photos.addBad("bad.jpg")
    let sheet = ["--sheet", photos.file("sheet")]
    #expect(try batch(photos, sheet).status == 1)
    let first = try page(photos)
    #expect(first.contains("b &lt;i&gt;&amp;.heic") && !first.contains("b <i>") && !first.contains("<script"))
    let pictures = try targets(of: first, "src")
    #expect(pictures.count == 6)
    for picture in pictures {
      let photo = try Photo(contentsOf: URL(filePath: photos.file("sheet/\(picture)")))
      #expect(max(photo.pixels.width, photo.pixels.height) <= 4 * 96 + 3 && photo.metadata.exif == nil)
    }
    let links = try targets(of: first, "<a href").map { $0.removingPercentEncoding ?? "" }
    #expect(links.count == 5)
    for link in links { #expect(FileManager.default.fileExists(atPath: photos.file("sheet/\(link)")), "\(link)") }

    try photos.add("c.jpg", 3)
    #expect(try batch(photos, sheet + ["--resume"]).status == 1)
    let second = try page(photos)
    #expect(second.components(separatedBy: "<article>").count == 5 && second.contains("4 files · 3 made · 1 failed"))
    #expect(second.contains("done · 1 face"), "what the first run found is forgotten")
  }

  @Test(arguments: ["in/sheet", "in"])
  func `a sheet among the inputs is not read as photos by the next run`(place: String) throws {
    let photos = try PhotoFolder("a.jpg", "b.png")
    let more = [
      "-r", photos.input, "-o", photos.output, "--sheet", photos.file(place), "--report", photos.file("report"),
    ]
    for isFirst in [true, false] {
      #expect(try photos.quickBatch(isFirst ? more : more + ["--resume"]).status == 0)
      let summary = try BatchReport(contentsOf: photos.file("report")).summary
      #expect(summary.photos == 2 && summary.unchanged == (isFirst ? 0 : 2))
    }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: photos.file("\(place)/pictures")).isEmpty)
    #expect(photos.names(in: "out") == ["a.jpg", "b.png"])
  }

  @Test func `parts of a list share a sheet, which report merge completes`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg", "c.jpg")
    for part in 1...2 {
      let more = ["--sheet", photos.file("sheet"), "--shard", "\(part)/2", "--report", photos.file("\(part).jsonl")]
      #expect([0, 2].contains(try batch(photos, more).status))
    }
    let merged = try MatteTool.run(
      "report", "merge", photos.file("1.jsonl"), photos.file("2.jsonl"), "--sheet", photos.file("sheet"))
    #expect(merged.status == 0, "\(merged)")
    let rows = try (1...2).map {
      try page(photos, "index-\($0)-of-2.html").components(separatedBy: "<article>").count - 1
    }
    #expect(rows[0] + rows[1] == 3)
    let whole = try page(photos)
    #expect(try whole.components(separatedBy: "<article>").count == 4 && targets(of: whole, "src").count == 9)
  }
}
