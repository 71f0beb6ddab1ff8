import Batch
import Dispatch
import Glibc
import MatteKit
import Synchronization
import SystemPackage

/// A browsable page of a run's results: photos before and after, mattes, faces and warnings, suspicious results first.
/// May be shared by threads.
///
/// Its folder holds `index.html` and further pages, `pictures`, and `rows.jsonl`, the lines of a report that the next
/// run continues. A part of a list has files named after it (`index-2-of-8.html`), so that all parts share a folder.
final class ResultSheet: Sendable {
  private let folder: FilePath
  private let part: String
  private let title: String
  private let thumbnails: SheetThumbnails
  /// Pictures are made concurrently with the run, one photo after the other.
  private let queue = DispatchQueue(label: "mattetool.ResultSheet")
  private let failure = Mutex<PhotoFileError?>(nil)
  private let rows: FileDescriptor
  /// Whether rows of earlier runs are removed with the first new one: a run that is refused keeps them.
  private let replacesRows: Mutex<Bool>

  /// Number of rows of a page.
  static let rowsOfPage = 200

  /// - Parameters:
  ///   - folder: is made if it does not exist.
  ///   - title: the title of the pages.
  ///   - shard: the part of the list; nil for all of it.
  ///   - resumes: whether rows of earlier runs stay.
  /// - Throws: `unwritable`.
  init(_ folder: FilePath, title: String, shard: Shard? = nil, resumes: Bool) throws(PhotoFileError) {
    self.folder = folder
    self.title = title
    part = shard.map { "-" + "\($0)".replacing("/", with: "-of-") } ?? ""
    thumbnails = SheetThumbnails(folder: folder)
    replacesRows = Mutex(!resumes)
    try Folder.make(folder)
    let path = folder.appending("rows\(part).jsonl")
    do {
      rows = try .open(
        path, .readWrite, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      // A run that was killed may have left an incomplete line.
      let size = try rows.seek(offset: 0, from: .end)
      var last: UInt8 = 10
      if size > 0 {
        _ = try withUnsafeMutableBytes(of: &last) { try rows.read(fromAbsoluteOffset: size - 1, into: $0) }
      }
      if last != 10 { try rows.writeAll([10]) }
    } catch {
      throw .cannotWrite(path.shown, error)
    }
  }

  deinit { try? rows.close() }

  /// Adds a file, whose pictures are made in the background.
  func add(_ file: FileReport) {
    queue.async { [self] in
      failing { () throws(PhotoFileError) in
        try thumbnails.make(of: file, renewing: file.status == .done || file.status == .failed)
        guard let line = try? JSONLine.bytes(of: file) else { return }
        do {
          try replaceRows()
          try rows.writeAll(line)
        } catch {
          throw .cannotWrite(folder.appending("rows\(part).jsonl").shown, error)
        }
      }
    }
  }

  /// Waits for the pictures and writes the pages, `index.html` last.
  ///
  /// - Throws: `unwritable` if anything of the sheet could not be written.
  func finish() throws {
    queue.sync {}
    if let error = failure.withLock({ $0 }) { throw error }
    let path = folder.appending("rows\(part).jsonl")
    try replaceRows()
    var merge = ReportMerge()
    // Incomplete lines are those of runs that were killed; their files have lines by now.
    let lines = try PlainFile.read(path).split(separator: 10).filter { $0.last == UInt8(ascii: "}") }
    try merge.add(Array(lines.joined(separator: [10])) + [10], name: path.shown)
    let files = try merge.files
    try Self.write(files, in: folder, part: part, title: title, thumbnails: thumbnails)
    // One line for each file is kept, so that resumed runs do not add up.
    try AtomicFile.write(try files.flatMap { try JSONLine.bytes(of: $0) }, to: path, overwriting: true)
  }

  private func replaceRows() throws {
    try replacesRows.withLock { replaces in
      if replaces { try rows.resize(to: 0) }
      replaces = false
    }
  }

  private func failing(_ work: () throws(PhotoFileError) -> Void) {
    guard failure.withLock({ $0 == nil }) else { return }
    do {
      try work()
    } catch {
      failure.withLock { $0 = error }
    }
  }

  /// Creates a sheet of reports, with its missing pictures.
  static func write(_ files: [FileReport], in folder: FilePath, title: String) throws {
    let thumbnails = SheetThumbnails(folder: folder)
    try Folder.make(folder)
    let failure = Mutex<PhotoFileError?>(nil)
    DispatchQueue.concurrentPerform(iterations: files.count) { number in
      do throws(PhotoFileError) {
        try thumbnails.make(of: files[number], renewing: false)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    try write(files, in: folder, part: "", title: title, thumbnails: thumbnails)
  }

  private static func write(
    _ files: [FileReport], in folder: FilePath, part: String, title: String, thumbnails: SheetThumbnails
  ) throws {
    let sorted = SheetRank.allCases.flatMap { rank in files.filter { SheetRank($0) == rank } }
    let count = max((sorted.count + rowsOfPage - 1) / rowsOfPage, 1)
    let names = (0..<count).map { $0 == 0 ? "index\(part).html" : "page\(part)-\($0 + 1).html" }
    var summary = BatchSummary()
    for file in files { summary.add(file) }
    let suspicious = files.count { SheetRank($0) == .suspicious }
    let words = [
      "\(files.count) files", "\(summary.done + summary.unchanged) made", "\(summary.skipped) skipped",
      "\(summary.failed) failed", "\(suspicious) suspicious",
    ].filter { !$0.hasPrefix("0 ") }.joined(separator: " · ")
    let working = workingDirectory
    for number in (0..<count).reversed() {
      let rows = sorted.dropFirst(number * rowsOfPage).prefix(rowsOfPage)
      let page = SheetPage(
        title: title, summary: words, rows: rows.map { ($0, thumbnails.present(of: $0)) }, pages: names, number: number,
        folder: working.pushing(folder), workingDirectory: working)
      try AtomicFile.write(Array(page.html.utf8), to: folder.appending(names[number]), overwriting: true)
    }
    // Removes the pages of an earlier sheet that was longer.
    for number in count... {
      guard unlink(folder.appending("page\(part)-\(number + 1).html").description) == 0 else { break }
    }
  }

  private static var workingDirectory: FilePath {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return FilePath(platformString: path)
  }
}
