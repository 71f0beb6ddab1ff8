import Foundation
import MatteKit
import Support
import Testing

/// `-` for standard input and output.
@Suite struct StandardStreamsTests {
  private func file(_ folder: TemporaryFolder, _ name: String, _ bytes: Data) throws -> String {
    try bytes.write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  @Test func `apply-effect passes a photo through, in its own format or another`() throws {
    let folder = try TemporaryFolder()
    let portrait = try PhotoFolder.portrait()
    let input = try file(folder, "in.jpg", portrait)
    let direct = folder.file("direct.jpg")
    #expect(
      try MatteTool.run("apply-effect", "blur-background", input, "-o", direct, "--matte-quality", "fast").status == 0)
    let piped = try RunningTool.run(
      "apply-effect", "blur-background", "-", "-o", "-", "--matte-quality", "fast", input: portrait)
    #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    #expect(piped.output == FileManager.default.contents(atPath: direct))
    let heic = try RunningTool.run(
      "apply-effect", "blur-background", input, "-o", "-", "--format", "heic", "--matte-quality", "fast")
    #expect(heic.status == 0, "\(heic.errors)")
    let photo = try Photo(data: [UInt8](heic.output))
    #expect(photo.sourceFormat == .heic && photo.mattes.kinds.contains(.portrait))
    // A name that says nothing takes --format too.
    let plain = folder.file("plain")
    #expect(
      try MatteTool.run("apply-effect", "hide-codes", input, "-o", plain, "--format", "png").status == 0)
    #expect(try PhotoSummary(contentsOf: URL(filePath: plain)).format == .png)
  }

  @Test func `commands that report on a photo read it from standard input`() throws {
    let folder = try TemporaryFolder()
    let portrait = try PhotoFolder.portrait()
    let input = try file(folder, "in.jpg", portrait)
    for arguments in [["faces", "--json"], ["inspect", "--json"]] {
      let piped = try RunningTool(arguments + ["-"], input: portrait).finish()
      let direct = try MatteTool.run(MatteTool.executable, arguments + [input])
      #expect(piped.status == 0 && String(decoding: piped.output, as: UTF8.self) == direct.output)
    }
    let text = try RunningTool.run("inspect", "-", input: portrait)
    #expect(String(decoding: text.output, as: UTF8.self).hasPrefix("standard input: jpeg, 96x96"))
  }

  @Test(arguments: ["<&-", "2>&-", "<&- >&- 2>&-"])
  func `with a closed standard stream messages go to no file`(closed: String) throws {
    let photos = try PhotoFolder("a.jpg", "b.png")
    try photos.addBad("bad.jpg")
    _ = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "exec \"$@\" \(closed)", "sh", MatteTool.executable.path, "batch", "hide-codes", photos.input, "-o",
        photos.output, "--report", photos.file("report"), "--progress", "plain",
      ])
    let report = try BatchReport(contentsOf: photos.file("report"))
    #expect(report.summary.done == 2 && report.summary.failed == 1)
    let journals = try FileManager.default.contentsOfDirectory(atPath: photos.output).filter {
      $0.hasSuffix(".journal")
    }
    let journal = try String(contentsOfFile: "\(photos.output)/\(try #require(journals.first))", encoding: .utf8)
    #expect(journal.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "\(journal)")
    for name in photos.names(in: "out") { _ = try Photo(contentsOf: URL(filePath: photos.file("out/\(name)"))) }
  }

  @Test func `a file beyond the size limit fails, and the others are written`() throws {
    let photos = try PhotoFolder("a.jpg")
    let size = PixelSize(width: 400, height: 400)
    // Each sample another, so that no coding makes it small.
    var generator = SystemRandomNumberGenerator()
    let noise = [UInt8](unsafeUninitializedCapacity: size.area * 4) { bytes, count in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator) }
      count = bytes.count
    }
    try Photo(pixels: PixelBuffer(size: size, format: .rgba8, bytes: noise))
      .write(to: URL(filePath: photos.file("in/noise.png")), as: .png)
    // Of 64 blocks of 512 bytes.
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "ulimit -f 64; exec \"$@\"", "sh", MatteTool.executable.path, "batch", "hide-codes", photos.input, "-o",
        photos.output,
      ])
    #expect(
      outcome.status == 1 && outcome.errors.contains("noise.png: cannot be written: File too large"), "\(outcome)")
    #expect(photos.names(in: "out") == ["a.jpg"])
  }

  @Test func `named pipes and device files are read like others`() throws {
    let folder = try TemporaryFolder()
    let input = try file(folder, "in.jpg", try PhotoFolder.portrait())
    func apply(_ command: String, to output: String) throws -> Data? {
      let outcome = try MatteTool.run(
        URL(filePath: "/bin/sh"), ["-c", "cd '\(folder.url.path)' && \(command)", MatteTool.executable.path])
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      return FileManager.default.contents(atPath: folder.file(output))
    }
    let direct = try #require(try apply("\"$0\" apply-effect hide-codes in.jpg -o direct.png", to: "direct.png"))
    for (number, command) in [
      "\"$0\" apply-effect hide-codes /dev/stdin -o 0.png < in.jpg",
      "cat in.jpg | \"$0\" apply-effect hide-codes /dev/stdin -o 1.png",
      "mkfifo pipe && (cat in.jpg > pipe &) && \"$0\" apply-effect hide-codes pipe -o 2.png",
    ].enumerated() {
      #expect(try apply(command, to: "\(number).png") == direct)
    }
    let memory = "/dev/shm/\(UUID().uuidString).jpg"
    guard FileManager.default.createFile(atPath: memory, contents: FileManager.default.contents(atPath: input)) else {
      return
    }
    defer { try? FileManager.default.removeItem(atPath: memory) }
    #expect(try apply("\"$0\" apply-effect hide-codes \(memory) -o memory.png", to: "memory.png") == direct)
  }

  @Test(arguments: ["-beach.jpg", "-overwrite", "-threads=2"])
  func `a word with one dash that is no option is named, and prints no help`(word: String) throws {
    let outcome = try MatteTool.run("strip", word, "--metadata", "--in-place")
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("'\(word)'") && outcome.errors.contains("./\(word)"), "\(outcome.errors)")
  }

  @Test func `every option of one letter is known`() throws {
    let help = try MatteTool.run("--experimental-dump-help").output
    struct Names: Decodable {
      struct Name: Decodable {
        let kind, name: String
      }
      struct Argument: Decodable {
        let names: [Name]?
      }
      let arguments: [Argument]?
      let subcommands: [Names]?

      var letters: Set<String> {
        let own = (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "short" }.map(\.name)
        return Set(own).union((subcommands ?? []).flatMap(\.letters))
      }
    }
    struct Tool: Decodable {
      let command: Names
    }
    let tool = try JSONDecoder().decode(Tool.self, from: Data(help.utf8))
    #expect(tool.command.letters == ["h", "o", "r", "0"])
  }

  @Test(arguments: [["inspect"], ["inspect", "--json"]])
  func `results that cannot be written are an error`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let input = try file(folder, "in.jpg", PhotoFolder.portrait())
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"), ["-c", "exec \"$@\" >/dev/full", "sh", MatteTool.executable.path] + arguments + [input])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors == "mattetool: error: standard output: cannot be written: No space left on device\n")
  }

  @Test func `mattes go to standard output one at a time`() throws {
    let folder = try TemporaryFolder()
    let portrait = try PhotoFolder.portrait()
    let hair = try RunningTool.run("mattes", "-", "-o", "-", "--kinds", "hair", input: portrait)
    #expect(hair.status == 0, "\(hair.errors)")
    #expect(try Photo(data: [UInt8](hair.output)).pixels.size == PixelSize(width: 48, height: 48))
    let files = try RunningTool.run("mattes", "-", "-o", folder.file("mattes"), "--kinds", "hair", input: portrait)
    #expect(
      files.status == 0 && FileManager.default.contents(atPath: folder.file("mattes/stdin.hair.png")) == hair.output)
    let nobody = Data(try SyntheticPicture.gradient(width: 64, height: 48).data(as: .jpeg()))
    let none = try RunningTool.run("mattes", "-", "-o", "-", "--kinds", "hair", input: nobody)
    #expect(none.status == 65 && none.output.isEmpty && none.errors.contains("standard input"))
  }

  @Test func `lossless editing works in a pipe`() throws {
    let folder = try TemporaryFolder()
    let portrait = try PhotoFolder.portrait()
    let made = try RunningTool.run(
      "apply-effect", "blur-background", "-", "-o", "-", "--format", "heic", input: portrait)
    let heic = made.output
    let hair = try RunningTool.run("extract", "-", "hair", "-o", "-", input: heic)
    #expect(hair.status == 0, "\(hair.errors)")
    let png = try file(folder, "hair.png", hair.output)
    let bare = try RunningTool.run("strip", "-", "--mattes", "-o", "-", input: heic)
    #expect(bare.status == 0 && bare.errors.isEmpty)
    #expect(try PhotoSummary(data: [UInt8](bare.output)).auxiliaryImages.isEmpty)
    let again = try RunningTool.run("embed", "-", "hair=\(png)", "-o", "-", input: bare.output)
    #expect(again.status == 0, "\(again.errors)")
    let photo = try Photo(data: [UInt8](again.output))
    #expect(photo.mattes.kinds == [.hair])
    #expect(photo.pixels == (try Photo(data: [UInt8](heic))).pixels)
    let list = try RunningTool.run("extract", "-", "--list", input: heic)
    #expect(String(decoding: list.output, as: UTF8.self).contains("portrait"))
  }

  @Test(arguments: [
    ["apply-effect", "blur-background", "-", "-o", "-", "--json"], ["strip", "-", "--mattes", "-o", "-", "--json"],
    ["strip", "-", "--mattes", "--in-place"], ["mattes", "-", "-o", "-"], ["extract", "-", "--all", "-o", "-"],
    ["embed", "-", "hair=x.png", "-o", "-", "--json"], ["extract", "-", "hair", "-o", "-", "--json"],
    ["apply-effect", "blur-background", "-", "-o", "x.jpg", "--format", "heic"],
  ])
  func `what standard streams cannot do is wrong usage`(arguments: [String]) throws {
    let outcome = try RunningTool(arguments, input: try PhotoFolder.portrait()).finish()
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.errors)")
  }

  @Test func `empty input and data that are no photo are refused by name`() throws {
    let messages = [
      (Data(), "error: standard input: damaged or incomplete: it is empty\n"),
      (Data("hello, this is text".utf8), "error: standard input: not a HEIC"),
    ]
    for (input, message) in messages {
      for arguments in [["faces"], ["inspect"], ["apply-effect", "blur-background", "-o", "-"]] {
        let outcome = try RunningTool(arguments + ["-"], input: input).finish()
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }
}
