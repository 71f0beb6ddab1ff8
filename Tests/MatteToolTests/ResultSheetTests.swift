import Batch
import Foundation
import Support
import Testing

@testable import mattetool

/// Pages of many rows, without photos.
@Suite struct ResultSheetTests {
  private func report(_ number: Int, _ name: String? = nil, _ more: String = "") throws -> FileReport {
    let name = name ?? "\(number).jpg"
    let line: [String: Any] = [
      "input": "in/\(name)", "output": "/out/\(name)", "status": "done", "warnings": [], "milliseconds": [:],
    ]
    var object = line
    for part in more.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      object[pair[0]] = pair[0] == "suspicious" || pair[0] == "warnings" ? [pair[1]] : pair[1]
    }
    return try JSONDecoder().decode(FileReport.self, from: try JSONSerialization.data(withJSONObject: object))
  }

  private func pages(_ folder: TemporaryFolder) -> [String] {
    folder.contents.filter { $0.hasSuffix(".html") }
  }

  @Test func `ten thousand rows are fifty pages, suspicious ones first`() throws {
    let folder = try TemporaryFolder()
    var files = try (0..<10_000).map { try report($0) }
    files[9000] = try report(9000, nil, "suspicious=it shows a face")
    files[9999] = try report(9999, nil, "status=failed;error=in/9999.jpg: damaged")
    files[5000] = try report(5000, nil, "warnings=a warning")
    try ResultSheet.write(files, in: FilePath(folder.path), title: "all")
    #expect(pages(folder).count == 50)
    let first = try String(contentsOfFile: folder.file("index.html"), encoding: .utf8)
    #expect(first.components(separatedBy: "<article>").count == 201 && first.utf8.count < 200_000)
    #expect(first.contains("10000 files · 9999 made · 1 failed · 1 suspicious"))
    let places = [">9999.jpg<", ">9000.jpg<", ">5000.jpg<", ">0.jpg<"].map { first.range(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    let last = try String(contentsOfFile: folder.file("page-50.html"), encoding: .utf8)
    #expect(last.contains("<b aria-current=\"page\">50</b>") && last.contains("href=\"index.html\">1<"))
    // A shorter one leaves none of its pages.
    try ResultSheet.write(Array(files.prefix(201)), in: FilePath(folder.path), title: "all")
    #expect(pages(folder) == ["index.html", "page-2.html"])
  }

  @Test(arguments: [2, 11, 50, 50_000]) func `every page is reachable from every other by few clicks and links`(
    count: Int
  ) {
    let pages = (1...count).map { "page-\($0).html" }
    func targets(_ number: Int) -> [Int] {
      let html = SheetNavigation(pages: pages, number: number).html(label: "Pages")
      return html.components(separatedBy: "href=\"page-").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
        .map { $0 - 1 }
    }
    for goal in [0, 1, count / 3, count / 2, count - 2, count - 1] {
      var (place, clicks) = (0, 0)
      while place != goal, clicks < 20 {
        let links = targets(place)
        #expect(links.count <= 40 && links.allSatisfy(pages.indices.contains))
        place = links.min { abs($0 - goal) < abs($1 - goal) } ?? place
        clicks += 1
      }
      #expect(clicks <= 12, "\(clicks) clicks to page \(goal + 1) of \(count)")
    }
    #expect(SheetNavigation(pages: ["index.html"], number: 0).html(label: "Pages").isEmpty)
  }

  @Test func `a name cannot change the direction of a page, and each kind of row has its title`() throws {
    let folder = try TemporaryFolder()
    let files = [
      try report(0, "a\u{202e}gpj.exe"),
      try report(1, "\u{5e9}\u{5dc}\u{5d5}\u{5dd}.jpg", "suspicious=it shows a face"),
    ]
    try ResultSheet.write(files, in: FilePath(folder.path), title: "all")
    let page = try String(contentsOfFile: folder.file("index.html"), encoding: .utf8)
    #expect(page.contains("<h3 dir=\"auto\">a\u{fffd}gpj.exe</h3>") && !page.contains("\u{202e}"))
    #expect(page.contains("<h3 dir=\"auto\">\u{5e9}\u{5dc}\u{5d5}\u{5dd}.jpg</h3>"))
    let titles = page.components(separatedBy: "<h2>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(titles == ["Suspicious", "Without warnings"])
  }

  @Test func `names, errors and titles are text, whatever they hold`() throws {
    let folder = try TemporaryFolder()
    let name = #"<script>alert(1)<script>"onerror='x'&.jpg"#
    let file = try report(0, name, "status=failed;error=<img src=x>")
    try ResultSheet.write([file], in: FilePath(folder.path), title: "</title><script>")
    let page = try String(contentsOfFile: folder.file("index.html"), encoding: .utf8)
    #expect(!page.contains("<script") && !page.contains("<img src=x") && !page.contains("onerror='"))
    #expect(
      page.contains("<h3 dir=\"auto\">&lt;script&gt;alert(1)&lt;script&gt;&quot;onerror=&#39;x&#39;&amp;.jpg</h3>"))
    #expect(page.contains("&lt;img src=x&gt;"))
    #expect(page.contains("%3Cscript%3Ealert%281%29%3Cscript%3E%22onerror%3D%27x%27%26.jpg\">"))
  }

  @Test(
    arguments: [
      ("/a/sheet", "/a/in/b.jpg", "../in/b.jpg"), ("/a", "/a/b c.jpg", "b%20c.jpg"), ("/a/b", "/x", "../../x"),
      ("/a/./b/../sheet", "/a/javascript:x", "../javascript%3Ax"),
    ])
  func `links lead from the sheet to the files`(folder: String, file: String, link: String) {
    #expect(RelativeLink.link(from: FilePath(folder), to: FilePath(file)) == link)
  }
}
