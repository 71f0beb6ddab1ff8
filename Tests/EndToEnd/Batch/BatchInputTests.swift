import Foundation
import MatteKit
import Support
import SystemPackage
import Testing

/// The inputs of `batch`, and where it writes results.
@Suite struct BatchInputTests {
  /// The outputs that a dry run names, below the output's folder.
  private func plan(_ photos: PhotoFolder, _ arguments: String...) throws -> [String] {
    struct Line: Decodable {
      let input, output, action, format: String
    }
    let outcome = try photos.quickBatch(arguments + ["-o", photos.output, "--dry-run"])
    #expect(outcome.status == 0 || outcome.status == 2, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: photos.output))
    return try outcome.output.split(separator: "\n").map {
      String(try JSONDecoder().decode(Line.self, from: Data($0.utf8)).output.dropFirst(photos.output.count + 1))
    }
  }

  @Test func `a folder's tree is mirrored, with -r all of it`() throws {
    let photos = try PhotoFolder("a.jpg", "sub/b.heic", "sub/deep/c.png")
    try Data("notes".utf8).write(to: URL(filePath: photos.file("in/notes.txt")))
    #expect(try plan(photos, photos.input) == ["a.jpg"])
    let outcome = try photos.batch("-r", photos.input, "-o", photos.output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(photos.names(in: "out") == ["a.jpg", "sub/b.heic", "sub/deep/c.png"])
    let heic = try Photo(contentsOf: URL(filePath: photos.file("out/sub/b.heic")))
    #expect(heic.sourceFormat == .heic && heic.mattes.kinds.contains(.portrait) && heic.faces.count == 1)
  }

  @Test func `a report replaces a report, and no photo`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    let (a, b, report) = (photos.file("in/a.jpg"), photos.file("in/b.jpg"), photos.file("report"))
    let before = photos.files(in: "in")
    // The expansion of `--report in/*.jpg` by a shell.
    let lost = try photos.quickBatch("--report", a, b, "-o", photos.output)
    #expect(lost.status == 73 && lost.errors.contains("a.jpg: cannot be written: it exists and is not a report"))
    let one = try MatteTool.run("apply-effect", "hide-codes", a, "-o", photos.file("one.jpg"), "--report", a)
    #expect(one.status == 73 && one.errors.contains("it exists and is not a report"), "\(one.errors)")
    #expect(photos.files(in: "in") == before && photos.names(in: "out").isEmpty)
    for existing in ["error", "skip"] {
      let outcome = try photos.quickBatch("--report", report, a, b, "-o", photos.output, "--existing", existing)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try BatchReport(contentsOf: report).summary.skipped == 2)
  }

  @Test func `a list with zero bytes is separated by them, not by lines`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    let list = photos.file("list")
    try Data("\(photos.file("in/a.jpg"))\0\(photos.file("in/b.jpg"))\0".utf8).write(to: URL(filePath: list))
    let refused = try photos.quickBatch("--files-from", list, "-o", photos.output)
    #expect(refused.status == 64 && refused.errors.contains("give -0"), "\(refused.errors)")
    #expect(try photos.quickBatch("--files-from", list, "-0", "-o", photos.output).status == 0)
    #expect(photos.names(in: "out") == ["a.jpg", "b.jpg"])
  }

  @Test func `files, patterns and lists name photos`() throws {
    let photos = try PhotoFolder("a.jpg", "b.png", "sub/c.jpg", "sub/deep/d.jpg")
    let input = photos.input
    #expect(try plan(photos, "\(input)/a.jpg", "\(input)/sub/c.jpg") == ["a.jpg", "c.jpg"])
    #expect(try plan(photos, "\(input)/*.jpg") == ["a.jpg"])
    #expect(try plan(photos, "\(input)/**/*.jpg") == ["a.jpg", "sub/c.jpg", "sub/deep/d.jpg"])
    #expect(try plan(photos, "\(input)/*/*.jpg", "\(input)/b.png") == ["sub/c.jpg", "b.png"])
    #expect(try plan(photos, "--base", input, "\(input)/sub/c.jpg", "\(input)/a.jpg") == ["sub/c.jpg", "a.jpg"])
    #expect(try plan(photos, "\(input)/nothing*") == [])

    let list = photos.file("list")
    // With the mark that programs of Windows put first.
    try Data("\u{FEFF}\(input)/a.jpg\r\n\n\(input)/sub/c.jpg\n".utf8).write(to: URL(filePath: list))
    #expect(try plan(photos, "--files-from", list) == ["a.jpg", "c.jpg"])
    let zeros = Data("\(input)/b.png\0\(input)/sub/deep/d.jpg\0".utf8)
    let outcome = try RunningTool.run(
      "batch", "blur-background", "--files-from", "-", "-0", "--base", input, "-o", photos.output, "--dry-run",
      input: zeros)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("\(photos.output)/b.png\"") && text.contains("\(photos.output)/sub/deep/d.jpg\""))
    #expect(text.split(separator: "\n").count == 2)
  }

  @Test func `two inputs that would be one output are refused before anything is written`() throws {
    let photos = try PhotoFolder("a.jpg", "a.png", "b.jpg")
    let outcome = try photos.quickBatch(
      photos.input, "-o", photos.output, "--format", "heic", "--report", photos.file("r"))
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("out/a.heic") && outcome.errors.contains("in/a.png"), "\(outcome.errors)")
    #expect(photos.folder.contents == ["in"])
  }

  @Test func `names, formats and quality are as requested`() throws {
    let photos = try PhotoFolder("a.png")
    let outcome = try photos.batch(
      photos.input, "-o", photos.output, "--name", "{folder}/{stem}-{effect}.{ext}", "--format", "jpeg")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(photos.names(in: "out") == ["in/a-blur-background.jpg"])
    let small = try photos.batch(
      photos.input, "-o", photos.file("small"), "--format", "jpeg", "--quality", "0.1", "--mattes", "none")
    #expect(small.status == 0, "\(small.errors)")
    let sizes = [photos.files(in: "out").values.first?.count, photos.files(in: "small").values.first?.count]
    #expect(sizes[1] ?? 0 > 0 && (sizes[1] ?? 0) * 2 < sizes[0] ?? 0, "\(sizes)")
    #expect(try PhotoSummary(contentsOf: URL(filePath: photos.file("small/a.jpg"))).auxiliaryImages.isEmpty)
  }

  @Test func `names of any kind are kept`() throws {
    let photos = try PhotoFolder("with space.jpg", "line\nfeed.jpg", "👩🏽‍🎤 ü.jpg", "-o.jpg", "[a]*.jpg")
    // A name that is no UTF-8, as an argument and in a folder.
    let latin = Array(photos.input.utf8) + Array("/caf".utf8) + [0xE9] + Array(".jpg".utf8)
    try AtomicFile.write([UInt8](PhotoFolder.portrait(9)), to: FilePath(bytes: latin))

    let report = photos.file("report")
    let outcome = try photos.quickBatch(photos.input, "-o", photos.output, "--report", report)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try BatchReport(contentsOf: report)
    #expect(lines.summary.done == 6)
    #expect(lines.files.compactMap(\.inputBytes).count == 1)
    #expect(lines.files.contains { $0.input.hasSuffix("/in/caf%E9.jpg") && $0.output.hasSuffix("/out/caf%E9.jpg") })
    #expect(outcome.errors.contains("/in/caf%E9.jpg") && !outcome.errors.contains("\u{FFFD}"), "\(outcome.errors)")
    #expect(lines.files.compactMap(\.inputBase64).map { Data(base64Encoded: $0).map(Array.init) } == [latin])
    #expect(lines.files.compactMap(\.outputBytes).first?.hasSuffix("/out/caf%E9.jpg") == true)
    for name in ["with space.jpg", "line\nfeed.jpg", "👩🏽‍🎤 ü.jpg", "-o.jpg", "[a]*.jpg"] {
      #expect(photos.files(in: "out")[name] != nil, "\(name)")
    }
    let shell = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "cd \"$1\" && \"$2\" batch hide-codes ./caf*.jpg -o ../again && ls -b ../again",
        "sh", photos.input, MatteTool.executable.path,
      ], environment: ["LC_ALL": "C"])
    #expect(shell.status == 0 && shell.output == "caf\\351.jpg\n", "\(shell)")
    // Gone on with, all of them are known.
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--resume").errors.contains("6 unchanged"))
  }

  @Test func `a folder without photos is reported as nothing to do, not as done`() throws {
    let photos = try PhotoFolder()
    let empty = try photos.quickBatch(photos.input, "-o", photos.output)
    #expect(empty.status == 2 && empty.errors.contains("nothing to do: no photo or movie was found"), "\(empty)")
    #expect(!empty.errors.contains("0 done"), "\(empty.errors)")
    try photos.addBad("a.jpg")
    let parts = try (1...2).map { try photos.quickBatch(photos.input, "-o", photos.output, "--shard", "\($0)/2") }
    let other = try #require(parts.first { $0.status == 2 }, "\(parts)")
    #expect(other.errors.contains("nothing to do: none of the files falls to this part"), "\(other.errors)")
    #expect(!other.errors.contains("0 done"), "\(other.errors)")
  }

  @Test func `loops of links are not followed`() throws {
    let photos = try PhotoFolder("a.jpg", "x/b.jpg")
    try FileManager.default.createSymbolicLink(atPath: photos.file("in/x/up"), withDestinationPath: "../..")
    try FileManager.default.createSymbolicLink(atPath: photos.file("in/self.jpg"), withDestinationPath: "self.jpg")
    let outcome = try photos.quickBatch("-r", photos.input, "-o", photos.output)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.contains("loop of links") && outcome.errors.contains("in/self.jpg: cannot be read"))
    #expect(photos.names(in: "out") == ["a.jpg", "x/b.jpg"])
  }

  @Test func `using the folder of inputs for outputs never loses an input`() throws {
    let photos = try PhotoFolder("a.jpg", "sub/b.jpg")
    let before = photos.files(in: "in")
    for existing in ["error", "overwrite", "newer"] {
      let outcome = try photos.quickBatch("-r", photos.input, "-o", photos.input, "--existing", existing)
      #expect(outcome.status == 73 && outcome.errors.contains("replace an input"), "\(outcome)")
    }
    #expect(try photos.quickBatch("-r", photos.input, "-o", photos.input, "--existing", "skip").status == 0)
    #expect(photos.files(in: "in") == before)
    // Under other names they can be in one folder, and results are not inputs the next time.
    for expected in ["2 done", "2 unchanged"] {
      let outcome = try photos.quickBatch(
        "-r", photos.input, "-o", photos.input, "--name", "{stem}-blurred.{ext}", "--resume")
      #expect(outcome.status == 0 && outcome.errors.contains(expected), "\(outcome)")
    }
    #expect(photos.names(in: "in") == ["a-blurred.jpg", "a.jpg", "sub/b-blurred.jpg", "sub/b.jpg"])
    // Outputs in a folder below the inputs are no inputs either.
    let below = try photos.quickBatch(
      "-r", photos.file("in/sub"), "-o", photos.file("in/sub/out"), "--existing", "skip")
    #expect(below.status == 0)
    #expect(
      try photos.quickBatch("-r", photos.file("in/sub"), "-o", photos.file("in/sub/out"), "--existing", "skip").status
        == 0)
  }

  @Test(arguments: [TestScale.isFull ? 10_000 : 1_000])
  func `thousands of tiny files are planned, reported and resumed`(count: Int) throws {
    let photos = try PhotoFolder("good.jpg")
    for number in 0..<count { try photos.addBad("\(number).jpg") }
    #expect(try plan(photos, photos.input).count == count + 1)
    let outcome = try photos.quickBatch(
      photos.input, "-o", photos.output, "--report", photos.file("report"), "--progress", "none")
    #expect(outcome.status == 1)
    let report = try BatchReport(contentsOf: photos.file("report"))
    #expect(report.files.count == count + 1 && report.summary.failed == count && report.summary.done == 1)
    let again = try photos.quickBatch(photos.input, "-o", photos.output, "--resume", "--max-errors", "5", "--jobs", "1")
    #expect(again.status == 1 && again.errors.contains("5 failed"), "\(again.errors.suffix(300))")
  }
}
