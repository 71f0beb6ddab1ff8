import Foundation
import MatteKit
import Support
import SystemPackage
import Testing

/// `mattetool codes`, `track --codes` and the effect `hide-codes` on the built tool.
@Suite struct CodesTests {
  private struct Line: Decodable {
    struct Code: Decodable {
      let type: String
      let id: Int?
      let text: String?
      let bytes: String
      let corners: [[Double]]
      let bounds: TrackLine.Found.Bounds
    }
    let file: String?
    let frame: Int?
    let time: Double?
    let codes: [Code]

    static func all(in output: String) throws -> [Line] {
      try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A gray picture with codes.
  private func picture(
    _ codes: [(type: String, place: PrintedCode.Place)], width: Int = 640, height: Int = 480
  ) -> PixelBuffer {
    var luma = [UInt8](repeating: 150, count: width * height)
    for code in codes { PrintedCode.of(code.type).draw(at: code.place, into: &luma, width: width) }
    return PixelBuffer(
      size: PixelSize(width: width, height: height), format: .rgba8, bytes: luma.flatMap { [$0, $0, $0, 255] })
  }

  private func write(_ name: String, _ codes: [(type: String, place: PrintedCode.Place)]) throws -> String {
    let file = folder.file(name)
    try Photo(pixels: picture(codes)).write(to: URL(filePath: file), as: .png)
    return file
  }

  /// A code that moves right by 6 pixels per frame, and one that does not move and appears in frame 3.
  private func movie(_ count: Int) throws -> String {
    let file = folder.file("codes.mp4")
    let movie = try MovieWriter(url: URL(filePath: file))
    for number in 0..<count {
      var codes = [(type: "qr", place: PrintedCode.Place(140 + 6 * Double(number), 150, module: 5))]
      if number >= 3 { codes.append((type: "ean13", place: .init(420, 360, module: 3))) }
      try movie.write(Frame(pixels: picture(codes), time: MediaTime(value: Int64(number), timescale: 25)))
    }
    try movie.finish()
    return file
  }

  @Test func `a photo's codes are reported for people and for programs`() throws {
    let place = PrintedCode.Place(200, 200, module: 5, angle: 30)
    let file = try write("two.png", [("qr", place), ("ean13", .init(480, 360, module: 2))])
    let plain = try MatteTool.run("codes", file)
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    #expect(plain.output.contains("qr \"\(PrintedCode.of("qr").text)\" at ") && plain.output.contains("ean13 \"4006"))
    let outcome = try MatteTool.run("codes", file, "--json", "--types", "qr")
    let line = try #require(try Line.all(in: outcome.output).first)
    #expect(line.file == file && line.codes.count == 1)
    let code = try #require(line.codes.first)
    #expect(code.type == "qr" && code.text == PrintedCode.of("qr").text && code.id == nil)
    #expect(Data(base64Encoded: code.bytes) == Data(PrintedCode.of("qr").text.utf8))
    for (corner, truth) in zip(code.corners, PrintedCode.of("qr").corners(at: place)) {
      #expect(abs(corner[0] * 640 - truth.x) < 7.5 && abs(corner[1] * 480 - truth.y) < 7.5)
    }
    #expect(abs(code.bounds.x - (code.corners.map { $0[0] }.min() ?? 0)) < 1e-5)
    let one = try MatteTool.run("codes", file, "--json", "--maximum-codes", "1")
    #expect(try Line.all(in: one.output).first?.codes.map(\.type) == ["ean13"])
    #expect(try Line.all(in: one.output).first?.codes.count == 1)
    let left = try MatteTool.run("codes", file, "--json", "--region", "0,0,0.6,1")
    #expect(try Line.all(in: left.output).first?.codes.map(\.type) == ["qr"])
    let none = try MatteTool.run("codes", file, "--types", "aztec,dataMatrix")
    #expect(none.status == 0 && none.output == "\(file): no codes\n")
  }

  @Test func `all codes of a photo are reported`() throws {
    let file = try write(
      "many.png",
      (0..<15).map { ("qr", .init(70 + 115 * Double($0 % 5), 80 + 150 * Double($0 / 5), module: 3)) })
    let outcome = try MatteTool.run("codes", file, "--json")
    #expect(try Line.all(in: outcome.output).first?.codes.count == 15)
  }

  @Test func `standard input, folders and several files are read`() throws {
    let (a, b) = (try write("a.png", [("aztec", .init(300, 200, module: 6))]), try write("b.png", []))
    try Data("no picture".utf8).write(to: URL(filePath: folder.file("notes.txt")))
    let all = try Line.all(in: MatteTool.run("codes", folder.url.path, "--json").output)
    #expect(Set(all.compactMap(\.file)) == [a, b] && all.flatMap(\.codes).map(\.type) == ["aztec"])
    let shell = URL(filePath: "/bin/sh")
    let piped = try MatteTool.run(shell, ["-c", "'\(MatteTool.executable.path)' codes - --json < '\(a)'"])
    #expect(try Line.all(in: piped.output).first?.codes.map(\.type) == ["aztec"])
    // A name that is not UTF-8 is reported percent-encoded; movies are opened by UTF-8 paths.
    let bytes = try Data(contentsOf: URL(filePath: a))
    try FileManager.default.createDirectory(atPath: folder.file("odd"), withIntermediateDirectories: true)
    let movie: [UInt8] = [0, 0, 0, 24] + Array("ftypmp42".utf8) + [0, 0, 0, 0]
    for (name, ext, content) in [("photo", ".png", [UInt8](bytes)), ("film", ".mp4", movie)] {
      let path = FilePath(bytes: Array(folder.file("odd/\(name)").utf8) + [0xE9] + Array(ext.utf8))
      try AtomicFile.write(content, to: path)
    }
    let odd = try MatteTool.run("codes", folder.file("odd"), "--json")
    #expect(try odd.status == 1 && Line.all(in: odd.output).map(\.file) == [folder.file("odd/photo%E9.png")], "\(odd)")
    #expect(odd.errors.contains("odd/film%E9.mp4: cannot be read: it is a movie, and its name is not UTF-8"), "\(odd)")
    let named = try MatteTool.run(
      shell, ["-c", "'\(MatteTool.executable.path)' codes '\(folder.file("odd"))/film'?.mp4"])
    #expect(
      named.status == 65 && named.errors.contains("film%E9.mp4: cannot be read: its path is not UTF-8"), "\(named)")
    let none = try MatteTool.run("codes", folder.file("missing.png"), folder.file("notes.txt"))
    #expect(none.status == 65 && none.errors.contains("error: \(folder.file("missing.png")): "), "\(none)")
    // A folder without any is nothing to do, as it is for batch.
    try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
    let empty = try MatteTool.run("codes", folder.file("empty"))
    #expect(empty.status == 2 && empty.errors.contains("it holds no photos and no movies"), "\(empty)")
    #expect(try MatteTool.run("codes", folder.file("empty"), a).status == 0)
    // An unreadable file does not stop the others.
    let mixed = try MatteTool.run("codes", folder.file("missing.png"), a)
    #expect(mixed.status == 1 && mixed.errors.contains("missing.png") && mixed.output.contains("aztec \""))
  }

  @Test func `a file's name cannot control the terminal or break lines`() throws {
    let name = "a.png: qr \"fake\"\n\u{1B}[31m\u{9B}b.png"
    let file = try write(name, [("qr", .init(200, 200, module: 6))])
    for run in [try MatteTool.run("codes", file), try MatteTool.run("codes", folder.url.path)] {
      #expect(run.status == 0 && run.output.hasPrefix(folder.url.path), "\(run)")
      #expect(run.output.hasSuffix("\n") && run.output.split(separator: "\n").count == 1, "\(run)")
      #expect(run.output.contains("fake\"\\n\\u{1B}[31m\\u{9B}b.png: qr \""), "\(run)")
    }
    let missing = try MatteTool.run("codes", file, folder.file("none\u{1B}[2J.png"))
    #expect(missing.status == 1 && missing.errors.contains("none\\u{1B}[2J.png"), "\(missing)")
  }

  @Test func `a movie's codes have identities and times`() throws {
    let file = try movie(8)
    let lines = try Line.all(in: MatteTool.run("codes", file, "--json").output)
    #expect(lines.map(\.frame) == (0..<8).map { $0 })
    for (number, line) in lines.enumerated() {
      #expect(abs((line.time ?? -1) - Double(number) / 25) < 1e-9)
      let code = try #require(line.codes.first { $0.type == "qr" })
      #expect(code.id == 1 && abs(code.bounds.x + code.bounds.width / 2 - (140 + 6 * Double(number)) / 640) < 0.01)
    }
    #expect(lines[7].codes.map(\.id) == [1, 2] && lines[0].codes.count == 1)
    let told = try MatteTool.run("codes", file).output.split(separator: "\n")
    #expect(told.count == 2 && told.first?.contains("at 0.00 s, qr \"") == true, "\(told)")
  }

  @Test func `codes in front of a camera are reported frame by frame until it is unplugged`() throws {
    let pictures = (0..<12).map { picture([("qr", .init(200 + 4 * Double($0), 240, module: 5))]) }
    let camera = try SimulatedCamera(pictures, rate: 10, in: folder)
    let outcome = try MatteTool.run(
      "codes", SimulatedCamera.device, "--types", "qr", "--json", environment: camera.environment)
    #expect(outcome.status == 65 && outcome.errors.contains("No such device"), "\(outcome.errors)")
    let lines = try Line.all(in: outcome.output)
    #expect(!lines.isEmpty && lines.allSatisfy { $0.codes.map(\.id) == [1] }, "\(outcome.output)")
    #expect(lines.first?.codes.first?.text == PrintedCode.of("qr").text)
  }

  @Test func `track reports codes beside faces on request`() throws {
    let file = try movie(6)
    let overlay = folder.file("overlay.mp4")
    let outcome = try MatteTool.run("track", file, "--codes", "--types", "qr", "--json", "-o", overlay)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try Line.all(in: outcome.output)
    #expect(lines.count == 6 && lines.allSatisfy { $0.codes.map(\.type) == ["qr"] && $0.codes.map(\.id) == [1] })
    #expect(try TrackLine.all(in: outcome.output).allSatisfy { $0.faces.isEmpty })
    let without = try MatteTool.run("track", file, "--json")
    #expect(!without.output.contains("codes"))
    let summary = try MatteTool.run("track", file, "--codes").output
    #expect(summary.contains("code 1: qr \"\(PrintedCode.of("qr").text)\", from 0.000"), "\(summary)")
    #expect(try MatteTool.run("track", file, "--types", "qr").status == 64)
    let other = try #require(OtherReaders.ffprobe)
    let probed = try MatteTool.run(other, ["-v", "error", "-count_frames", "-show_streams", overlay])
    #expect(probed.output.contains("nb_read_frames=6"))
  }

  @Test(arguments: ConcealmentMethod.allCases)
  func `hidden codes cannot be read`(method: ConcealmentMethod) throws {
    let file = try write(
      "many.png",
      [
        ("qr", .init(130, 120, module: 4, angle: 20)), ("code128", .init(420, 120, module: 2)),
        ("dataMatrix", .init(120, 360, module: 5, angle: -35)), ("pdf417", .init(420, 370, module: 2.5, angle: 10)),
      ])
    let output = folder.file("hidden.png")
    let outcome = try MatteTool.run(
      "apply-effect", "hide-codes", file, "-o", output, "--set", "method=\(method.rawValue)")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let before = try MatteTool.run("codes", file, "--types", "all", "--effort", "thorough", "--json")
    #expect(try Line.all(in: before.output).first?.codes.count == 4)
    let after = try MatteTool.run("codes", output, "--types", "all", "--effort", "thorough")
    #expect(after.output == "\(output): no codes\n", "\(after.output)")
    // Far from the codes the picture stays.
    let (old, new) = (try SyntheticPicture.pixels(of: file), try SyntheticPicture.pixels(of: output))
    let corner = 4 * 5 + 5 * old.rowBytes
    #expect(Array(old.bytes[corner..<corner + 4]) == Array(new.bytes[corner..<corner + 4]))
  }

  @Test func `mattes and faces of the file stay when codes are hidden, and show no code`() throws {
    let pixels = picture([("qr", .init(320, 240, module: 6))])
    let size = PixelSize(width: 320, height: 240)
    // Each kind is light on another side, and shows the code itself as a matte of a printed one might.
    let mattes = MatteSet(
      MatteKind.allCases.enumerated().map { index, kind in
        var samples = (0..<size.area).map { UInt8(clamping: ($0 % size.width) * (index + 1) / 4) }
        for y in 70..<170 { for x in 110..<210 where (x / 3 + y / 3) % 2 == 0 { samples[y * size.width + x] = 255 } }
        return Matte(
          kind: kind, pixels: PixelBuffer(size: size, format: .l8, bytes: samples),
          coordinateSpace: .stored)
      })
    let face = Face(bounds: NormalizedRect(x: 0.05, y: 0.1, width: 0.1, height: 0.15), confidence: 1)
    let (file, output) = (folder.file("codes.heic"), folder.file("hidden.heic"))
    try Photo(pixels: pixels).with(mattes: mattes, faces: [face]).write(
      to: URL(filePath: file), as: EncodingOptions(format: .heic, quality: 0.9))
    let outcome = try MatteTool.run("apply-effect", "hide-codes", file, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let hidden = try Photo(contentsOf: URL(filePath: output))
    #expect(Set(hidden.mattes.kinds) == Set(MatteKind.allCases) && hidden.faces.count == 1)
    for matte in hidden.mattes {
      guard let before = mattes[matte.kind]?.pixels.bytes else { continue }
      let after = matte.pixels.bytes
      #expect(Array(after[0..<60 * size.width]) == Array(before[0..<60 * size.width]))
      let inside = (100..<140).flatMap { (y: Int) -> ArraySlice<UInt8> in
        let row = y * size.width
        return after[row + 140..<row + 180]
      }
      let (least, most) = (inside.min() ?? 0, inside.max() ?? 255)
      #expect(most - least < 12, "\(matte.kind): \(least) to \(most)")
    }
    #expect(try MatteTool.run("codes", output).output == "\(output): no codes\n")
  }

  @Test func `a photo without codes is unchanged, which is reported`() throws {
    let output = folder.file("out.png")
    let outcome = try MatteTool.run("apply-effect", "hide-codes", Samples.astronaut, "-o", output)
    #expect(outcome.status == 0 && outcome.errors.contains("no code was found"), "\(outcome.errors)")
    #expect(try SyntheticPicture.pixels(of: output) == SyntheticPicture.pixels(of: Samples.astronaut))
  }

  @Test func `codes are hidden in every frame of a movie, also before they were first read`() throws {
    let (file, output) = (try movie(10), folder.file("hidden.mp4"))
    let outcome = try MatteTool.run("apply-effect", "hide-codes", file, "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try Line.all(
      in: MatteTool.run("codes", output, "--types", "all", "--effort", "balanced", "--json").output)
    #expect(lines.count == 10 && lines.allSatisfy(\.codes.isEmpty))
  }

  @Test func `a batch that hides codes needs no network`() throws {
    // A copy outside the checkout finds neither networks nor OpenVINO, unless they are installed on this machine.
    let copy = URL(filePath: folder.file("mattetool"))
    try FileManager.default.copyItem(at: MatteTool.executable, to: copy)
    let photo = try write("photo.png", [("qr", PrintedCode.Place(320, 240, module: 8))])
    let outcome = try MatteTool.run(
      copy, ["batch", "hide-codes", photo, "-o", folder.file("out"), "--memory", "300M"],
      environment: ["MATTEKIT_ZXING": ProjectFolder.dependencies.appending(path: "zxing").path])
    #expect(outcome.status == 0, "\(outcome)")
    let codes = try MatteTool.run("codes", folder.file("out/photo.png"), "--json")
    #expect(try Line.all(in: codes.output).map(\.codes.count) == [0], "\(codes)")
  }

  @Test func `wrong arguments and a missing library are clear errors`() throws {
    let file = try write("a.png", [])
    for arguments in [
      ["--types", "qr,face"], ["--types", ""], ["--maximum-codes", "0"], ["--region", "1,2"], ["--effort", "huge"],
    ] {
      let outcome = try MatteTool.run(MatteTool.executable, ["codes", file] + arguments)
      #expect(outcome.status == 64 && outcome.errors.contains(arguments[0]), "\(arguments): \(outcome.errors)")
    }
    let broken = folder.file("broken")
    try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: true)
    try Data("no library".utf8).write(to: URL(filePath: "\(broken)/libZXing.so.4"))
    let outcome = try MatteTool.run("codes", file, environment: ["MATTEKIT_ZXING": broken])
    #expect(outcome.status == 69 && outcome.errors.contains("make setup"), "\(outcome.errors)")
    let doctor = try MatteTool.run("doctor", environment: ["MATTEKIT_ZXING": broken])
    #expect(doctor.status == 0 && doctor.output.contains("absent   codes: zxing-cpp"))
    #expect(try MatteTool.run("doctor").output.contains("found    codes: zxing-cpp: 3.1.1"))
  }

  @Test(arguments: ["L", "M", "Q", "H"])
  func `a QR code made by a filter is read, at each level`(level: String) throws {
    let recipe = folder.file("recipe.json")
    try """
    {"version": 1, "steps": [
      {"name": "code", "filter": "qrCodeGenerator", "parameters": {"message": "größer, 大", "correctionLevel": "\(level)"}},
      {"name": "sharp", "filter": "samplingNearest", "input": "code"},
      {"name": "large", "filter": "affineTransform", "input": "sharp", "parameters": {"transform": [5, 0, 0, 5, 60, 60]}},
      {"filter": "sourceOverCompositing", "input": "large", "parameters": {"backgroundImage": "photo"}}]}
    """.write(toFile: recipe, atomically: true, encoding: .utf8)
    let white = PixelBuffer(
      size: PixelSize(width: 320, height: 320), format: .rgba8, bytes: [UInt8](repeating: 255, count: 320 * 320 * 4))
    let (paper, output) = (folder.file("paper.png"), folder.file("code.png"))
    try Photo(pixels: white).write(to: URL(filePath: paper), as: .png)
    let rendered = try MatteTool.run("render", "--recipe", recipe, "--input", paper, "-o", output)
    #expect(rendered.status == 0, "\(rendered)")
    let read = try Line.all(in: try MatteTool.run("codes", "--json", output).output)
    #expect(read.first?.codes.map(\.text) == ["größer, 大"], "\(read)")
  }
}
