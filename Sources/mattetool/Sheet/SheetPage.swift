import Batch
import MatteKit
import SystemPackage

/// One page of a sheet as HTML. Names of files, errors and warnings are text, whatever they hold, and the page runs no script.
struct SheetPage {
  let title: String
  let summary: String
  /// Rows of this page, with the pictures that they have.
  let rows: [(file: FileReport, pictures: Set<SheetThumbnails.Subject>)]
  /// The names of all pages, and which of them this one is.
  let pages: [String]
  let number: Int
  /// The absolute path of the sheet's folder.
  let folder: FilePath
  /// Those that the links begin in whose files are named relatively.
  let workingDirectory: FilePath

  private static let style = """
    :root{color-scheme:light dark;--ground:#f6f5f3;--panel:#fff;--ink:#1d1d1f;--quiet:#6e6e73;--rule:#e3e1dc;--accent:#b0305c;--doubt:#8a5a00}
    @media(prefers-color-scheme:dark){:root{--ground:#161617;--panel:#202022;--ink:#f2f2f4;--quiet:#a0a0a6;--rule:#343438;--accent:#f2789f;--doubt:#e5b45a}}
    *{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.45 system-ui,"DejaVu Sans",sans-serif}
    header,footer{padding:1rem 1.4rem}h1{margin:0;font-size:1.15rem}header p{margin:.2rem 0 0;color:var(--quiet)}
    nav{display:flex;flex-wrap:wrap;gap:.25rem;padding:0 1.4rem .9rem}nav a,nav b{min-width:2rem;padding:.15rem .5rem;border-radius:7px;text-align:center}
    nav b{background:var(--accent);color:var(--panel)}a{color:inherit}nav a{text-decoration:none}nav a:hover{background:var(--rule)}
    main{display:grid;grid-template-columns:repeat(auto-fill,minmax(23rem,1fr));gap:.8rem;padding:0 1.4rem}
    article{padding:.8rem;border:1px solid var(--rule);border-radius:12px;background:var(--panel);overflow:hidden;content-visibility:auto;contain-intrinsic-size:auto 20rem}
    .pair{display:grid;grid-template-columns:1fr 1fr;gap:.4rem}.pair a,.pair span{position:relative;display:flex;align-items:center;justify-content:center;min-height:6rem;border-radius:7px;background:var(--ground);color:var(--quiet)}
    .pair img{display:block;max-width:100%;max-height:15rem;border-radius:7px}.shot{position:relative;display:block!important;min-height:0!important}
    .shot i{position:absolute;border:1.5px solid #fff;outline:1px solid #0007;border-radius:3px}
    .mattes{display:block;max-width:100%;height:56px;margin-top:.4rem;border-radius:5px}
    h2{margin:.6rem 0 .1rem;font-size:.92rem;overflow-wrap:anywhere}p.facts{margin:0;color:var(--quiet);font-size:.84rem}
    ul{margin:.35rem 0 0;padding:0;list-style:none;font-size:.84rem;overflow-wrap:anywhere}li{padding-left:.7rem;border-left:3px solid var(--rule);margin-top:.2rem}
    li.failed{border-color:var(--accent);color:var(--accent)}li.suspicious{border-color:var(--doubt);color:var(--doubt)}
    """

  var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'">
    <title>\(Self.escaped(title))</title><style>\(Self.style)</style></head><body>
    <header><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(summary))</p></header>
    \(navigation)
    <main>
    \(rows.map(article).joined(separator: "\n"))
    </main>
    <footer></footer>
    \(navigation)
    </body></html>

    """
  }

  private var navigation: String {
    guard pages.count > 1 else { return "" }
    let links = pages.enumerated().map { place, page in
      place == number ? "<b>\(place + 1)</b>" : "<a href=\"\(page)\">\(place + 1)</a>"
    }
    return "<nav aria-label=\"Pages\">\(links.joined())</nav>"
  }

  private func article(_ file: FileReport, _ pictures: Set<SheetThumbnails.Subject>) -> String {
    let before = pictures.contains(.before) ? image(file, .before, "Before") + boxes(file) : "no picture"
    let after =
      pictures.contains(.after) ? image(file, .after, "After") : file.status == .failed ? "failed" : "no picture"
    let output = file.status == .failed ? "<span>\(after)</span>" : link(file.outputPath, after)
    let mattes = pictures.contains(.mattes) ? image(file, .mattes, "Mattes", style: "mattes") : ""
    return """
      <article><div class="pair">\(link(file.inputPath, before, isShot: pictures.contains(.before)))\(output)</div>\(mattes)
      <h2>\(Self.escaped(file.inputPath.lastComponent.map { "\($0)" } ?? file.input))</h2>
      <p class="facts" title="\(Self.escaped(file.input))">\(Self.escaped(facts(file)))</p>\(notes(file))</article>
      """
  }

  private func image(
    _ file: FileReport, _ subject: SheetThumbnails.Subject, _ words: String, style: String = ""
  ) -> String {
    let kind = style.isEmpty ? "" : " class=\"\(style)\""
    return "<img\(kind) src=\"\(SheetThumbnails.place(of: file, subject))\" alt=\"\(words)\" loading=\"lazy\">"
  }

  /// Faces as frames over the picture. A picture narrower than its place would have them beside it, so they share a box.
  private func boxes(_ file: FileReport) -> String {
    guard case .photo(let photo) = file, let faces = photo.faces else { return "" }
    return faces.prefix(50).filter { $0.bounds.count == 4 }.map { face in
      let percents = face.bounds.map { "\(($0 * 1000).rounded() / 10)%" }
      return "<i style=\"left:\(percents[0]);top:\(percents[1]);width:\(percents[2]);height:\(percents[3])\"></i>"
    }.joined()
  }

  private func link(_ path: FilePath, _ content: String, isShot: Bool = false) -> String {
    let content = isShot ? "<span class=\"shot\">\(content)</span>" : content
    return "<a href=\"\(RelativeLink.link(from: folder, to: workingDirectory.pushing(path)))\">\(content)</a>"
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

  /// A text as HTML, also within quotation marks.
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
      // No text holds control characters.
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: escaped += "\u{FFFD}"
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
