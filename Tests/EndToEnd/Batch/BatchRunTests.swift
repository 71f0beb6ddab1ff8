import Foundation
import MatteKit
import Support
import Testing

/// How `batch` handles existing outputs and failures, and what it reports.
@Suite struct BatchRunTests {
  @Test func `existing outputs are kept, skipped, replaced, or replaced if older`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    try FileManager.default.createDirectory(atPath: photos.output, withIntermediateDirectories: true)
    for (name, age) in [("a.jpg", 1000.0), ("b.jpg", -1000)] {
      let place = photos.file("out/\(name)")
      try Data("mine".utf8).write(to: URL(filePath: place))
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: place)
    }
    func untouched() -> [String] { photos.files(in: "out").filter { $0.value == Data("mine".utf8) }.keys.sorted() }
    let refused = try photos.quickBatch(photos.input, "-o", photos.output)
    #expect(refused.status == 73 && refused.errors.contains("2 outputs exist already"), "\(refused)")
    #expect(refused.errors.contains("out/a.jpg") && untouched() == ["a.jpg", "b.jpg"])
    #expect(refused.errors.contains("--existing") && !refused.errors.contains("--resume"), "\(refused)")
    // Resuming a run that never existed replaces nothing either, and is not advised again.
    let unknown = try photos.quickBatch(photos.input, "-o", photos.output, "--resume")
    #expect(unknown.status == 73 && !unknown.errors.contains("--resume"), "\(unknown)")
    #expect(unknown.errors.contains("no record of a run") && untouched() == ["a.jpg", "b.jpg"], "\(unknown)")
    let skipped = try photos.quickBatch(photos.input, "-o", photos.output, "--existing", "skip")
    #expect(skipped.status == 0 && skipped.errors.contains("2 skipped") && untouched() == ["a.jpg", "b.jpg"])
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--existing", "newer").status == 0)
    #expect(untouched() == ["b.jpg"])
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--existing", "overwrite").status == 0)
    #expect(untouched() == [])
  }

  @Test func `a bad photo stops none of the others, and the report describes each`() throws {
    let photos = try PhotoFolder("a.jpg", "c.heic")
    try photos.addBad("b.jpg")
    let outcome = try photos.batch(
      photos.input, photos.file("in/missing.jpg"), "-o", photos.output, "--report", "-", "--progress", "none")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("in/b.jpg: damaged") && outcome.errors.contains("missing.jpg: cannot be read"))
    let report = try BatchReport(outcome.output)
    #expect(report.summary.photos == 4 && report.summary.done == 2 && report.summary.failed == 2)
    #expect(report.summary.seconds > 0 && report.summary.version == "0.1.0")
    for photo in report.files where photo.status == "done" {
      #expect(photo.faceCount == 1 && photo.faces?.first?.bounds?.width ?? 0 > 0)
      #expect(photo.mattes?.contains("portrait") == true && photo.error == nil)
      let size = try #require(FileManager.default.contents(atPath: photo.output)?.count)
      #expect(photo.bytes == size && photo.peakMemory ?? 0 > 10 << 20)
      for stage in ["read", "decode", "faces", "network", "refinement", "render", "encode", "write"] {
        #expect(photo.milliseconds[stage] != nil, "\(stage)")
      }
    }
    for photo in report.files where photo.status == "failed" {
      #expect(photo.error?.contains(photo.input) == true && photo.bytes == nil)
    }
    #expect(photos.names(in: "out") == ["a.jpg", "c.heic"])
  }

  @Test func `failures can end a run early`() throws {
    let photos = try PhotoFolder()
    for number in 0..<9 { try photos.addBad("\(number).jpg") }
    let outcome = try photos.quickBatch(
      photos.input, "-o", photos.output, "--max-errors", "2", "--jobs", "1", "--report", photos.file("r"))
    #expect(outcome.status == 1)
    let report = try BatchReport(contentsOf: photos.file("r"))
    #expect(report.files.count == 2 && report.summary.notStarted == 7)
  }

  @Test func `progress is reported as requested, only on standard error`() throws {
    let photos = try PhotoFolder("a.jpg")
    let plain = try photos.batch(photos.input, "-o", photos.output)
    #expect(
      plain.output.isEmpty && plain.errors.contains("[1/1] done: ") && plain.errors.contains("1 photo: 1 done in"))
    #expect(!plain.errors.contains("\u{1B}"))
    struct Line: Decodable {
      let progress, total, failed: Int
      let input, status: String
      let photosPerMinute: Double
      let secondsLeft: Double?
    }
    try photos.addBad("b.jpg")
    let json = try photos.batch(photos.input, "-o", photos.file("json"), "--progress", "json", "--jobs", "1")
    let lines = try json.errors.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.map(\.progress) == [1, 2] && lines.map(\.status) == ["done", "failed"])
    #expect(lines.allSatisfy { $0.total == 2 } && lines.last?.secondsLeft == 0)
    let none = try photos.batch(photos.input, "-o", photos.output, "--resume", "--progress", "none")
    #expect(none.output.isEmpty && none.errors.split(separator: "\n").count == 1, "\(none.errors)")
  }

  @Test(.enabled(if: OtherReaders.exiftool != nil, "needs exiftool"))
  func `metadata are kept, made safe, or stripped`() throws {
    let photos = try PhotoFolder("a.jpg")
    let exiftool = try #require(OtherReaders.exiftool)
    let written = try MatteTool.run(
      exiftool,
      [
        "-overwrite_original", "-n", "-Orientation=6", "-GPSLatitude=35.7", "-GPSLatitudeRef=N",
        "-XMP-photoshop:City=Tokyo",
        "-SerialNumber=SN123", "-LensSerialNumber=SN456", "-OwnerName=Ann SN789", "-Copyright=By Ann",
        "-XMP-aux:SerialNumber=SN321", "-Comment=hello", photos.file("in/a.jpg"),
      ])
    #expect(written.status == 0, "\(written)")
    func read(_ policy: String, _ format: String) throws -> String {
      let folder = photos.file("\(policy)-\(format)")
      let outcome = try photos.batch(
        photos.input, "-o", folder, "--metadata", policy, "--format", format, "--existing", "overwrite")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let name = format == "jpeg" ? "a.jpg" : "a.\(format)"
      return try MatteTool.run(exiftool, ["-a", "-u", "-G1", "-n", "\(folder)/\(name)"]).output
    }
    let policies: [(name: String, kept: [String], removed: [String])] = [
      ("keep", ["35.7", "Tokyo", "SN123", "SN456", "SN789", "By Ann"], []),
      ("safe", ["By Ann"], ["35.7", "Tokyo", "SN123", "SN456", "SN789", "SN321"]),
      ("strip", [], ["35.7", "Tokyo", "SN", "By Ann", "hello"]),
    ]
    for format in ["jpeg", "heic", "png"] {
      for policy in policies where TestScale.isFull || policy.name == "safe" || format == "heic" {
        let found = try read(policy.name, format)
        for word in policy.kept { #expect(found.contains(word), "\(format) \(policy.name) \(word)") }
        for word in policy.removed { #expect(!found.contains(word), "\(format) \(policy.name) \(word)") }
        let name = format == "jpeg" ? "a.jpg" : "a.\(format)"
        let photo = try Photo(contentsOf: URL(filePath: photos.file("\(policy.name)-\(format)/\(name)")))
        #expect(photo.orientation == .right, "\(format) \(policy.name)")
        guard format != "heic" else { continue }
        #expect(found.contains("Orientation                     : 6"), "\(format) \(policy.name)")
      }
    }
  }

  @Test func `parts of a list are processed separately and their reports merged`() throws {
    let photos = try PhotoFolder()
    for number in 0..<7 { try photos.add("\(number).jpg", number) }
    var outputs: [String] = []
    for part in 1...3 {
      let outcome = try photos.quickBatch(
        photos.input, "-o", photos.output, "--shard", "\(part)/3", "--report", photos.file("r\(part)"))
      #expect(outcome.status == 0 || outcome.status == 2, "\(outcome.errors)")
      outputs += try BatchReport(contentsOf: photos.file("r\(part)")).files.map(\.output)
    }
    #expect(outputs.count == 7 && Set(outputs).count == 7 && photos.names(in: "out").count == 7)
    let reports = (1...3).map { photos.file("r\($0)") }
    let merged = try MatteTool.run(MatteTool.executable, ["report", "merge"] + reports)
    #expect(merged.status == 0, "\(merged.errors)")
    let all = try BatchReport(merged.output)
    #expect(all.files.count == 7 && all.summary.done == 7 && all.summary.notStarted == 0)
    let target = photos.file("all.jsonl")
    #expect(try MatteTool.run(MatteTool.executable, ["report", "merge"] + reports + ["-o", target]).status == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == merged.output)
    #expect(try MatteTool.run(MatteTool.executable, ["report", "merge"] + reports + ["-o", target]).status == 73)
    #expect(try MatteTool.run("report", "merge", photos.file("in/0.jpg")).status == 65)
  }

  @Test func `a task of an array job takes its part, and ends with a code for its scheduler`() throws {
    let photos = try PhotoFolder("0.jpg", "1.jpg")
    try photos.addBad("2.jpg")
    var outputs: [String] = []
    for index in 0..<8 {
      let report = photos.file("r\(index)")
      let outcome = try MatteTool.run(
        MatteTool.executable,
        PhotoFolder.quickCommand + [
          photos.input, "-o", photos.output, "--shard", "auto", "--resume", "--report", report,
        ],
        environment: ["AWS_BATCH_JOB_ARRAY_INDEX": "\(index)", "AWS_BATCH_JOB_ARRAY_SIZE": "8"])
      // Also for the parts without photos, and the one with a photo that another try would not mend.
      #expect(outcome.status == 0, "\(outcome.errors)")
      let part = try BatchReport(contentsOf: report)
      #expect(part.summary.shard == "\(index + 1)/8")
      outputs += part.files.map(\.output)
    }
    #expect(outputs.count == 3 && Set(outputs).count == 3 && photos.names(in: "out") == ["0.jpg", "1.jpg"])
    // Without a report the failure would be forgotten.
    let silent = try MatteTool.run(
      MatteTool.executable,
      PhotoFolder.quickCommand + [photos.input, "-o", photos.output, "--shard", "auto/1", "--resume"],
      environment: ["JOB_COMPLETION_INDEX": "0"])
    #expect(silent.status == 1, "\(silent.errors)")
    let nobody = try photos.quickBatch(photos.input, "-o", photos.file("none"), "--shard", "auto")
    #expect(nobody.status == 64 && nobody.errors.contains("none of SLURM_ARRAY_TASK_ID"), "\(nobody.errors)")
    #expect(!FileManager.default.fileExists(atPath: photos.file("none")))
  }

  @Test func `only failed files are tried again`() throws {
    let photos = try PhotoFolder("a.jpg", "b.jpg")
    try photos.addBad("c.jpg")
    let (first, second) = (photos.file("1.jsonl"), photos.file("2.jsonl"))
    #expect(try photos.quickBatch(photos.input, "-o", photos.output, "--report", first).status == 1)
    try FileManager.default.removeItem(atPath: photos.file("in/c.jpg"))
    try photos.add("c.jpg", 5)
    let again = try photos.quickBatch(photos.input, "-o", photos.output, "--retry-failed", first, "--report", second)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try BatchReport(contentsOf: second).files.map(\.output) == [photos.file("out/c.jpg")])
    #expect(photos.names(in: "out") == ["a.jpg", "b.jpg", "c.jpg"])
    let nothing = try photos.quickBatch(photos.input, "-o", photos.output, "--retry-failed", second)
    #expect(nothing.status == 2 && nothing.errors.contains("no file that failed"), "\(nothing.errors)")
  }

  @Test func `a file's own mattes are used and kept, unless others are requested`() throws {
    let photos = try PhotoFolder()
    let whole = try Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels.resized(
      to: PixelSize(width: 128, height: 128))
    // By hand: the left half is the person.
    let drawn = PixelBuffer(
      size: PixelSize(width: 64, height: 64), format: .l8, colorSpace: .linearGray,
      bytes: (0..<64 * 64).map { $0 % 64 < 32 ? 255 : 0 })
    let matte = Matte(kind: .portrait, pixels: drawn, coordinateSpace: .stored)
    let photo = try Photo(pixels: whole).with(mattes: MatteSet([matte])).data(as: .default(for: .heic))
    try Data(photo).write(to: URL(filePath: photos.file("in/a.heic")))
    func portrait(_ source: String) throws -> PixelBuffer? {
      let outcome = try photos.batch(photos.input, "-o", photos.file(source), "--mattes-from", source)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try Photo(contentsOf: URL(filePath: photos.file("\(source)/a.heic"))).mattes[.portrait]?.pixels
    }
    let (auto, file, make) = (try portrait("auto"), try portrait("file"), try portrait("make"))
    #expect(auto?.bytes == drawn.bytes && file?.bytes == drawn.bytes)
    #expect(make != nil && make?.bytes != drawn.bytes)
    func hair(_ source: String) throws -> Bool {
      try Photo(contentsOf: URL(filePath: photos.file("\(source)/a.heic"))).mattes[.hair] != nil
    }
    // Mattes missing in the file are made, unless only the file's are requested.
    #expect(try hair("auto") && !hair("file"))
  }

  @Test func `faces known to the caller are hidden, and those of another region are not`() throws {
    let photos = try PhotoFolder("a.png")
    let boxes = photos.file("faces.json")
    try Data("[[0.05, 0.7, 0.1, 0.1]]".utf8).write(to: URL(filePath: boxes))
    func pixels(_ name: String, _ more: String...) throws -> PixelBuffer {
      let outcome = try MatteTool.run(
        MatteTool.executable,
        ["batch", "hide-faces", "--set", "method=fill", photos.input, "-o", photos.file(name)] + more)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try Photo(contentsOf: URL(filePath: photos.file("\(name)/a.png"))).pixels
    }
    let original = try Photo(contentsOf: URL(filePath: photos.file("in/a.png"))).pixels
    func changed(_ pixels: PixelBuffer, x: Int, y: Int) -> Bool {
      let length = original.bytes.count / original.size.area
      let offset = (y * original.width + x) * length
      return pixels.bytes[offset..<offset + length] != original.bytes[offset..<offset + length]
    }
    let all = try pixels("all", "--faces-from", boxes)
    // The middle of the box, and of the astronaut's face.
    #expect(changed(all, x: 10, y: 72) && changed(all, x: 42, y: 22))
    let elsewhere = try pixels("elsewhere", "--region", "0,0.5,1,0.5", "--faces-from", boxes)
    #expect(changed(elsewhere, x: 10, y: 72) && !changed(elsewhere, x: 42, y: 22))
    let sure = try pixels("sure", "--minimum-confidence", "1")
    #expect(sure.bytes == original.bytes)
    try Data(#"{"faces": 3}"#.utf8).write(to: URL(filePath: boxes))
    let bad = try MatteTool.run("batch", "hide-faces", photos.input, "-o", photos.file("bad"), "--faces-from", boxes)
    #expect(bad.status == 65 && bad.errors.contains("faces.json"), "\(bad.errors)")
  }

  @Test func `mattes beside hidden faces do not show them by their outlines`() throws {
    let photos = try PhotoFolder("a.heic")
    func mattes(_ effect: String) throws -> MatteSet {
      let outcome = try MatteTool.run(
        "batch", effect, photos.input, "-o", photos.file(effect), "--matte-quality", "fast")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try Photo(contentsOf: URL(filePath: photos.file("\(effect)/a.heic"))).mattes
    }
    let (shown, hidden) = (try mattes("blush"), try mattes("hide-faces"))
    // Half of the picture's 96 samples. The astronaut's face is at about (0.35, 0.16), 0.18 wide and 0.15 high; its
    // hidden area is larger, because hair hangs in it, and beside the chin the background is visible.
    func samples(_ set: MatteSet, _ kind: MatteKind) throws -> [UInt8] {
      let pixels = try #require(set[kind]).pixels
      return (7..<15).flatMap { y in (18..<24).map { pixels.bytes[y * pixels.width + $0] } }
    }
    #expect(try samples(hidden, .portrait).allSatisfy { $0 > 240 })
    #expect(try samples(hidden, .hair).max() ?? 255 < 40 && samples(shown, .hair).max() ?? 0 > 100)
    #expect(hidden[.skin] == nil && hidden[.teeth] == nil)
    // Elsewhere they are unchanged.
    let (before, after) = (try #require(shown[.portrait]).pixels, try #require(hidden[.portrait]).pixels)
    #expect(before.bytes[before.width * 40..<before.width * 48] == after.bytes[after.width * 40..<after.width * 48])
  }

  @Test func `sequentially or in parallel, the bytes are the same, and memory stays within the budget`() throws {
    let photos = try PhotoFolder("a.jpg", "b.heic", "c.png", "d.jpg")
    for (jobs, folder) in [("1", "one"), ("3", "three"), ("auto", "auto")] {
      let outcome = try photos.batch(photos.input, "-o", photos.file(folder), "--jobs", jobs, "--memory", "1G")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let one = photos.files(in: "one")
    #expect(one.count == 4 && photos.files(in: "three") == one && photos.files(in: "auto") == one)
    let little = try photos.batch(photos.input, "-o", photos.file("little"), "--memory", "20M")
    #expect(little.status == 64 && little.errors.contains("MiB are taken before the first photo"), "\(little)")
  }

  @Test(arguments: [
    (["batch", "blur-background", "-o", "OUT"], "give photos"),
    (["batch", "no-such", "IN", "-o", "OUT"], "no-such"),
    (["batch", "blur-background", "IN"], "--output-dir"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--name", "{nose}"], "{nose}"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--shard", "3/2"], "shard"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--jobs", "0"], "jobs"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--max-errors", "0"], "max-errors"),
    (["batch", "blur-background", "IN", "-o", "OUT", "-0"], "--files-from"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--max-seconds", "0"], "max-seconds"),
    (["batch", "blur-background", "IN", "-o", "OUT", "--set", "radius=soft"], "radius"),
    (["watch", "IN", "blur-background", "-o", "IN"], "cannot be the folder to write to"),
  ])
  func `wrong usage is exit code 64, and nothing is written`(arguments: [String], message: String) throws {
    let photos = try PhotoFolder("a.jpg")
    let given = arguments.map { $0 == "IN" ? photos.input : $0 == "OUT" ? photos.output : $0 }
    let outcome = try MatteTool.run(MatteTool.executable, given)
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome)")
    #expect(photos.folder.contents == ["in"] && photos.names(in: "in") == ["a.jpg"])
  }
}
