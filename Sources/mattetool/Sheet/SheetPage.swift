import Batch
import MatteKit
import SystemPackage

/// One page of a sheet as HTML. Names of files, errors and warnings are escaped, and the page runs no script.
struct SheetPage {
  let title: String
  let summary: String
  /// Rows of this page, with the pictures that they have.
  let rows: [(file: FileReport, pictures: Set<SheetThumbnails.Subject>)]
  /// The names of all pages, and the index of this one.
  let pages: [String]
  let number: Int
  /// The absolute path of the sheet's folder.
  let folder: FilePath
  /// The folder to which relative file names refer.
  let workingDirectory: FilePath

  private static let style = """
    :root{color-scheme:light dark;--ground:#f6f5f3;--panel:#fff;--ink:#1d1d1f;--quiet:#66666b;--rule:#e3e1dc;--accent:#b0305c;--doubt:#855600}
    @media(prefers-color-scheme:dark){:root{--ground:#161617;--panel:#202022;--ink:#f2f2f4;--quiet:#a0a0a6;--rule:#343438;--accent:#f2789f;--doubt:#e5b45a}}
    *{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.45 system-ui,"DejaVu Sans",sans-serif}
    header{padding:1.2rem 1.4rem .9rem}h1{margin:0;font-size:1.25rem;letter-spacing:-.01em;overflow-wrap:anywhere}header p{margin:.2rem 0 0;color:var(--quiet)}
    a{color:inherit}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:7px}
    .skip{position:absolute;left:1rem;top:-4rem;padding:.5rem .9rem;border-radius:7px;background:var(--panel)}.skip:focus{top:.6rem}
    nav{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem;padding:0 1.4rem .4rem}footer nav{padding:1.4rem}
    nav a,nav b,nav span{min-width:2rem;padding:.3rem .55rem;border-radius:7px;text-align:center;text-decoration:none}nav span{min-width:0;padding:.3rem 0;color:var(--quiet)}
    nav b{background:var(--accent);color:var(--panel)}nav a:hover{background:var(--rule)}
    main{padding:0 1.4rem 1.4rem}h2{margin:1.1rem 0 .6rem;font-size:.95rem;color:var(--quiet)}
    section{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(21rem,100%),1fr));gap:.9rem}section h2{grid-column:1/-1;margin-bottom:-.3rem}
    article{padding:.8rem;border:1px solid var(--rule);border-radius:12px;background:var(--panel);content-visibility:auto;contain-intrinsic-size:auto 20rem}
    .pair{display:grid;grid-template-columns:1fr 1fr;gap:.4rem}.pair>*{display:flex;align-items:center;justify-content:center;min-width:0;min-height:6rem;border-radius:7px;background:var(--ground);color:var(--quiet)}
    .pair img{display:block;max-width:100%;max-height:15rem;border-radius:7px}.shot{position:relative}
    .shot i{position:absolute;border:1.5px solid #fff;outline:1px solid #0007;border-radius:3px}
    .mattes{display:block;max-width:100%;max-height:56px;margin-top:.4rem;border-radius:5px}
    h3{margin:.6rem 0 .1rem;font-size:.92rem;overflow-wrap:anywhere;unicode-bidi:isolate}.facts,.folder{margin:0;color:var(--quiet);font-size:.84rem;overflow-wrap:anywhere;unicode-bidi:isolate}
    ul{margin:.4rem 0 0;padding:0;list-style:none;font-size:.84rem;overflow-wrap:anywhere}li{padding-left:.7rem;border-left:3px solid var(--rule);margin-top:.25rem}
    .failed{border-color:var(--accent);color:var(--accent)}.suspicious{border-color:var(--doubt);color:var(--doubt)}
    """

  /// Pictures come from the page's own origin: a disk or a server.
  private static let policy =
    "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  var html: String {
    let navigation = SheetNavigation(pages: pages, number: number)
    let place = pages.count > 1 ? ", page \(number + 1) of \(pages.count)" : ""
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"><meta name="referrer" content="no-referrer">
      <title>\(Self.escaped(title))\(place)</title><style>\(Self.style)</style></head><body>
      <a class="skip" href="#files">Skip to the files</a>
      <header><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(summary))\(place)</p></header>
      \(navigation.html(label: "Pages"))
      <main id="files">
      \(SheetRank.allCases.map(section).joined())
      </main>
      <footer>\(navigation.html(label: "Pages, below the files"))</footer>
      </body></html>

      """
  }

  /// The rows of one rank below its title; empty if there are none.
  private func section(_ rank: SheetRank) -> String {
    let rows = rows.filter { SheetRank($0.file) == rank }
    guard !rows.isEmpty else { return "" }
    return "<section><h2>\(rank.rawValue)</h2>\n\(rows.map(article).joined(separator: "\n"))</section>\n"
  }

  private func article(_ file: FileReport, _ pictures: Set<SheetThumbnails.Subject>) -> String {
    let name = Self.escaped(file.inputPath.lastComponent.map { FilePath(root: nil, [$0]).shown } ?? file.input)
    let folder = Self.escaped(file.inputPath.removingLastComponent().shown)
    let before =
      pictures.contains(.before)
      ? "<span class=\"shot\">\(image(file, .before, "\(name), before"))\(boxes(file))</span>" : "\(name): no picture"
    let after =
      if pictures.contains(.after) {
        image(file, .after, "\(name), after")
      } else if file.status == .failed {
        "failed"
      } else {
        "result: no picture"
      }
    let output = file.status == .failed ? "<span>\(after)</span>" : link(file.outputPath, after)
    let mattes =
      pictures.contains(.mattes) ? image(file, .mattes, "\(name), mattes\(matteNames(file))", style: "mattes") : ""
    return """
      <article><div class="pair">\(link(file.inputPath, before))\(output)</div>\(mattes)
      <h3 dir="auto">\(name)</h3>\(folder.isEmpty ? "" : "<p class=\"folder\" dir=\"auto\">\(folder)</p>")
      <p class="facts">\(Self.escaped(facts(file)))</p>\(notes(file))</article>
      """
  }

  private func matteNames(_ file: FileReport) -> String {
    guard case .photo(let photo) = file, let mattes = photo.mattes, !mattes.isEmpty else { return "" }
    return Self.escaped(": " + mattes.joined(separator: ", "))
  }

  /// - Parameter words: the picture's description, escaped.
  private func image(
    _ file: FileReport, _ subject: SheetThumbnails.Subject, _ words: String, style: String = ""
  ) -> String {
    let kind = style.isEmpty ? "" : " class=\"\(style)\""
    return "<img\(kind) src=\"\(SheetThumbnails.place(of: file, subject))\" alt=\"\(words)\" loading=\"lazy\">"
  }

  /// Faces as frames over the picture. A picture narrower than its place would misplace them, so they share a box.
  private func boxes(_ file: FileReport) -> String {
    guard case .photo(let photo) = file, let faces = photo.faces else { return "" }
    return faces.prefix(50).map(\.bounds).map { bounds in
      let percents = [bounds.x, bounds.y, bounds.width, bounds.height].map { "\(($0 * 1000).rounded() / 10)%" }
      return "<i style=\"left:\(percents[0]);top:\(percents[1]);width:\(percents[2]);height:\(percents[3])\"></i>"
    }.joined()
  }

  private func link(_ path: FilePath, _ content: String) -> String {
    "<a href=\"\(RelativeLink.link(from: folder, to: workingDirectory.pushing(path)))\">\(content)</a>"
  }

  private func facts(_ file: FileReport) -> String {
    var facts = [file.status.rawValue]
    switch file {
    case .photo(let photo):
      if let count = photo.faceCount { facts.append("\(count) face\(count == 1 ? "" : "s")") }
      if let mattes = photo.mattes, !mattes.isEmpty { facts.append(mattes.joined(separator: ", ")) }
      if let bytes = photo.bytes { facts.append("\(max(bytes / 1024, 1)) KB") }
    case .movie(let movie):
      facts.append("movie")
      if let frames = movie.frames { facts.append("\(frames) frames") }
      if let count = movie.faceCount { facts.append("\(count) face\(count == 1 ? "" : "s")") }
    }
    return facts.joined(separator: " · ")
  }

  private func notes(_ file: FileReport) -> String {
    var notes: [(kind: String, text: String)] = []
    if let error = file.error { notes.append(("failed", error)) }
    notes += file.suspicions.map { ("suspicious", $0) } + file.warnings.map { ("warning", $0) }
    guard !notes.isEmpty else { return "" }
    return "<ul>" + notes.map { "<li class=\"\($0.kind)\">\(Self.escaped($0.text))</li>" }.joined() + "</ul>"
  }

  /// A string escaped for HTML, also within quotation marks.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Control characters are removed; those that change the text direction can disguise names.
      case _ where scalar.value < 0x20, "\u{7f}"..."\u{9f}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension FileReport {
  /// Why the result may be wrong, one sentence each.
  var suspicions: [String] {
    switch self {
    case .photo(let photo): photo.suspicious ?? []
    case .movie(let movie): movie.suspicious ?? []
    }
  }
}
