import Foundation
import MatteKit
import Support
import Testing

@Suite struct RenderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recipe(_ json: String, _ name: String = "recipe.json") throws -> String {
    let file = folder.file(name)
    try Data(json.utf8).write(to: URL(filePath: file))
    return file
  }

  private static let inverting = #"{"version": 1, "steps": [{"filter": "CIColorInvert"}]}"#

  /// A photo that lies on its side, with metadata and a hair matte that covers the left half as displayed.
  private func portrait(_ name: String) throws -> Photo {
    let size = PixelSize(width: 96, height: 64)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes += [UInt8(x * 2), UInt8(y * 3), 60, 255] }
    }
    var photo = Photo(
      pixels: PixelBuffer(size: size, format: .rgba8, colorSpace: .displayP3, bytes: bytes), orientation: .right)
    // Shown rotated to the right: the upper half as stored is the right half as shown.
    let matte = [UInt8](repeating: 0, count: 48 * 16) + [UInt8](repeating: 255, count: 48 * 16)
    let hair = Matte(
      kind: .hair,
      pixels: PixelBuffer(
        size: PixelSize(width: 48, height: 32), format: .l8, colorSpace: .linearGray, bytes: matte),
      coordinateSpace: .stored)
    photo = photo.with(mattes: [hair])
    try photo.write(to: URL(filePath: folder.file(name)), as: .png)
    try photo.write(to: URL(filePath: folder.file(name + ".heic")), as: .heic(quality: 1))
    return photo
  }

  @Test func `a recipe through the file's own matte keeps frame, orientation, profile and matte`() throws {
    let photo = try portrait("photo.png")
    let file = try recipe(
      #"{"version": 1, "steps": [{"filter": "colorInvert", "mask": "matte:hair"}]}"#)
    let output = folder.file("out.heic")
    let outcome = try MatteTool.run(
      "render", "--recipe", file, "--input", folder.file("photo.png.heic"), "-o", output, "--quality", "1",
      "--mattes-from", "file")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let written = try Photo(contentsOf: URL(filePath: output))
    #expect(written.pixels.size == photo.pixels.size && written.orientation == .right)
    #expect(written.pixels.colorSpace.name.contains("P3") || written.pixels.colorSpace != .sRGB)
    #expect(written.mattes.kinds == [.hair])
    // Stored rows above the centre are untouched, those below inverted: blue 60 becomes bright.
    let blue = { (y: Int) in Int(written.pixels.bytes[y * written.pixels.rowBytes + 48 * 4 + 2]) }
    #expect(abs(blue(10) - 60) < 8, "\(blue(10))")
    #expect(blue(55) > 200, "\(blue(55))")
  }

  @Test func `an encoding quality is refused for a movie, a quality of mattes is not`() throws {
    let file = try recipe(#"{"version": 1, "steps": [{"filter": "colorInvert"}]}"#)
    func render(_ quality: String) throws -> MatteTool.Outcome {
      try MatteTool.run(
        "render", "--recipe", file, "--input", folder.file("missing.mkv"), "-o", folder.file("out.mkv"), "--quality",
        quality)
    }
    let refused = try render("0.3")
    #expect(refused.status == 64 && refused.errors.contains("--rate-factor"), "\(refused)")
    // It gets as far as the input.
    let accepted = try render("fast")
    #expect(accepted.status == 65 && accepted.errors.contains("missing.mkv"), "\(accepted)")
  }

  @Test func `custom filters are read from files, and listed`() throws {
    _ = try portrait("photo.png")
    let filters = folder.file("filters")
    try FileManager.default.createDirectory(atPath: filters, withIntermediateDirectories: true)
    _ = try recipe(
      #"{"version": 1, "name": "turnedOver", "summary": "All inverted.", "steps": [{"filter": "colorInvert"}]}"#,
      "filters/1.json")
    _ = try recipe(
      """
      {"version": 1, "name": "twice", "parameters": {"stops": {"type": "number", "default": 0, "help": "How bright."}},
       "steps": [{"filter": "turnedOver"}, {"filter": "turnedOver"},
                 {"filter": "exposureAdjust", "parameters": {"ev": "$stops"}}]}
      """, "filters/2.json")
    let file = try recipe(#"{"version": 1, "steps": [{"filter": "twice", "parameters": {"stops": 0}}]}"#)
    let output = folder.file("same.png")
    let outcome = try MatteTool.run(
      "render", "--recipe", file, "--filters", filters, "--input", folder.file("photo.png"), "-o", output)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let (before, after) = (
      try Photo(contentsOf: URL(filePath: folder.file("photo.png"))), try Photo(contentsOf: URL(filePath: output))
    )
    #expect(zip(before.pixels.bytes, after.pixels.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    let page = try MatteTool.run("filters", "twice", "--filters", filters)
    #expect(
      page.status == 0 && page.output.contains("stops (inputStops): number") && page.output.contains("How bright."))
    let unknown = try MatteTool.run(
      "render", "--recipe", file, "--input", folder.file("photo.png"), "-o", folder.file("none.png"))
    #expect(unknown.status == 65 && unknown.errors.contains("\"twice\""))
    // The files of a folder may use one another in any order.
    _ = try recipe(
      #"{"version": 1, "name": "early", "steps": [{"filter": "twice"}, {"filter": "turnedOver"}]}"#, "filters/0.json")
    let early = try MatteTool.run("filters", "early", "--filters", filters)
    #expect(early.status == 0, "\(early.errors)")
    _ = try recipe(#"{"version": 1, "name": "none", "steps": [{"filter": "nowhere"}]}"#, "filters/00.json")
    let nowhere = try MatteTool.run("filters", "early", "--filters", filters)
    #expect(nowhere.status == 65 && nowhere.errors.contains("00.json: $.steps[0].filter"), "\(nowhere.errors)")
    try FileManager.default.removeItem(atPath: filters + "/00.json")
    // Also across the places, in which no order counts; those that lead to a circle are no part of it.
    let (first, second) = (
      try recipe(#"{"version": 1, "name": "hen", "steps": [{"filter": "egg"}]}"#, "hen.json"),
      try recipe(#"{"version": 1, "name": "egg", "steps": [{"filter": "Hen"}]}"#, "egg.json")
    )
    let farm = try recipe(#"{"version": 1, "name": "farm", "steps": [{"filter": "hen"}]}"#, "farm.json")
    let circle = try MatteTool.run("filters", "hen", "--filters", farm, "--filters", first, "--filters", second)
    #expect(circle.status == 65 && circle.errors.contains("hen uses egg and egg uses hen"), "\(circle)")
    _ = try recipe(#"{"version": 1, "name": "twice", "steps": []}"#, "filters/3.json")
    let broken = try MatteTool.run(
      "render", "--recipe", file, "--filters", filters, "--input", folder.file("photo.png"), "-o",
      folder.file("none.png"))
    #expect(broken.status == 65 && broken.errors.contains("3.json: $.name: there is a filter twice already"))
  }

  @Test func `positions are those of the upright picture`() throws {
    _ = try portrait("photo.png")
    let file = try recipe(
      """
      {"version": 1, "extent": "result", "steps": [
        {"filter": "crop", "input": "#ff0000", "parameters": {"rectangle": [0, 0, 64, 24]}},
        {"filter": "sourceOverCompositing", "parameters": {"backgroundImage": "photo"}}]}
      """)
    let output = folder.file("out.png")
    let outcome = try MatteTool.run("render", "--recipe", file, "--input", folder.file("photo.png"), "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let written = try Photo(contentsOf: URL(filePath: output))
    #expect(written.pixels.size == PixelSize(width: 96, height: 64) && written.orientation == .right)
    // The top 24 rows as shown are the left 24 columns as stored.
    for (x, isRed) in [(2, true), (23, true), (24, false), (90, false)] {
      let pixel = written.pixels.bytes[(30 * 96 + x) * 4..<(30 * 96 + x) * 4 + 3]
      #expect((pixel.first == 234 || pixel.first == 255) == isRed, "column \(x): \(Array(pixel))")
    }
  }

  @Test func `named inputs, standard input and standard output`() throws {
    let gray = folder.file("gray.png")
    try SyntheticPicture.gradient(width: 40, height: 30).write(to: URL(filePath: gray), as: .png)
    let file = try recipe(
      """
      {"version": 1, "steps": [
        {"filter": "mix", "input": "front", "parameters": {"backgroundImage": "back", "amount": 0}}]}
      """)
    let red = folder.file("red.png")
    try Photo(
      pixels: PixelBuffer(
        size: PixelSize(width: 40, height: 30), format: .rgba8,
        bytes: [[UInt8]](repeating: [200, 10, 10, 255], count: 1200).flatMap { $0 })
    ).write(to: URL(filePath: red), as: .png)
    let outcome = try MatteTool.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "\"$0\" render --recipe \"$1\" --input front=- --input back=\"$2\" -o - --format png < \"$3\" > \"$4\"",
        MatteTool.executable.path, file, red, gray, folder.file("out.png"),
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let written = try SyntheticPicture.pixels(of: folder.file("out.png"))
    #expect(written == (try SyntheticPicture.pixels(of: red)))
  }

  @Test func `a recipe may change the size, with a warning if it leaves the frame partly empty`() throws {
    let input = folder.file("in.png")
    try SyntheticPicture.gradient(width: 40, height: 30).write(to: URL(filePath: input), as: .png)
    let halving = #""steps": [{"filter": "lanczosScaleTransform", "parameters": {"scale": 0.5}}]}"#
    let kept = try recipe(#"{"version": 1, "extent": "result", "# + halving)
    let outcome = try MatteTool.run("render", "--recipe", kept, "--input", input, "-o", folder.file("small.png"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(try SyntheticPicture.pixels(of: folder.file("small.png")).size == PixelSize(width: 20, height: 15))

    let framed = try recipe(#"{"version": 1, "# + halving, "framed.json")
    let warned = try MatteTool.run("render", "--recipe", framed, "--input", input, "-o", folder.file("large.png"))
    #expect(warned.status == 0 && warned.errors.contains("\"extent\": \"result\""), "\(warned.errors)")
    #expect(try SyntheticPicture.pixels(of: folder.file("large.png")).size == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: [("/dev/zero", "not a regular file"), ("pipe", "not a regular file"), ("long.cube", "more than")])
  func `a file that is no colour cube is not read`(file: String, words: String) throws {
    let input = folder.file("in.png")
    try SyntheticPicture.gradient(width: 20, height: 10).write(to: URL(filePath: input), as: .png)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(FileManager.default.createFile(atPath: folder.file("long.cube"), contents: nil))
    #expect(truncate(folder.file("long.cube"), 200_000_000) == 0)
    let cube = try recipe(
      "{\"version\": 1, \"steps\": [{\"filter\": \"colorCube\", \"parameters\": {\"cubeData\": {\"cube\": \"\(file)\"}}}]}"
    )
    let outcome = try MatteTool.run("render", "--recipe", cube, "--input", input, "-o", folder.file("cube.png"))
    #expect(outcome.status == 65 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `a colour cube is read from beside the recipe`() throws {
    let input = folder.file("in.png")
    try SyntheticPicture.gradient(width: 20, height: 10).write(to: URL(filePath: input), as: .png)
    let nodes = (0..<8).map { "\(1 - $0 % 2) \(1 - $0 / 2 % 2) \(1 - $0 / 4)" }
    try Data((["LUT_3D_SIZE 2"] + nodes).joined(separator: "\n").utf8)
      .write(to: URL(filePath: folder.file("negative.cube")))
    let cube = try recipe(
      #"{"version": 1, "steps": [{"filter": "colorCube", "parameters": {"cubeData": {"cube": "negative.cube"}}}]}"#)
    let outcome = try MatteTool.run("render", "--recipe", cube, "--input", input, "-o", folder.file("cube.png"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    // Display values are inverted, not linear light.
    let (before, after) = (
      try SyntheticPicture.pixels(of: input).bytes, try SyntheticPicture.pixels(of: folder.file("cube.png")).bytes
    )
    #expect(before.count == after.count)
    for index in before.indices {
      let wanted = index % 4 == 3 ? 255 : 255 - Int(before[index])
      #expect(abs(Int(after[index]) - wanted) <= 1)
    }
  }

  @Test func `transparency of a recipe is kept if the format supports it, and otherwise reported`() throws {
    let input = folder.file("in.png")
    try SyntheticPicture.gradient(width: 40, height: 30).write(to: URL(filePath: input), as: .png)
    let cropping = try recipe(
      #"{"version": 1, "steps": [{"filter": "crop", "parameters": {"rectangle": [10, 5, 20, 20]}}]}"#)
    for format in ["png", "heic", "webp", "tiff"] {
      let output = folder.file("cut.\(format)")
      let outcome = try MatteTool.run("render", "--recipe", cropping, "--input", input, "-o", output)
      #expect(outcome.status == 0 && !outcome.errors.contains("transparency"), "\(outcome.errors)")
      let pixels = try Photo(contentsOf: URL(filePath: output)).pixels
      #expect(pixels.alphaType != .opaque, "\(format)")
      #expect(pixels.bytes[3] == 0 && pixels.bytes[4 * (15 * 40 + 20) + 3] == 255, "\(format)")
    }
    let outcome = try MatteTool.run("render", "--recipe", cropping, "--input", input, "-o", folder.file("cut.jpg"))
    #expect(outcome.status == 0 && outcome.errors.contains("transparency"), "\(outcome.errors)")
    let whole = try recipe(Self.inverting, "whole.json")
    let plain = try MatteTool.run("render", "--recipe", whole, "--input", input, "-o", folder.file("whole.png"))
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    #expect(try Photo(contentsOf: URL(filePath: folder.file("whole.png"))).pixels.alphaType == .opaque)
  }

  @Test func `mattes are made if the photo has none`() throws {
    let file = try recipe(
      #"{"version": 1, "steps": [{"filter": "colorInvert", "mask": "matte:hair"}]}"#)
    let output = folder.file("out.png")
    let outcome = try MatteTool.run(
      "render", "--recipe", file, "--input", Samples.astronaut, "-o", output, "--matte-quality", "fast")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let (before, after) = (
      try SyntheticPicture.pixels(of: Samples.astronaut), try SyntheticPicture.pixels(of: output)
    )
    let changed = zip(before.bytes, after.bytes).count { abs(Int($0) - Int($1)) > 40 }
    #expect(changed > 3000 && changed < before.bytes.count / 2, "\(changed)")
  }

  @Test func `every set of instructions gives the same bytes`() throws {
    _ = try portrait("photo.png")
    let file = try recipe(
      """
      {"version": 1, "extent": "result", "steps": [
        {"filter": "lanczosScaleTransform", "parameters": {"scale": 1.37}},
        {"filter": "gammaAdjust", "parameters": {"power": 0.83}},
        {"name": "half", "filter": "lanczosScaleTransform", "parameters": {"scale": 0.6}},
        {"name": "soft", "filter": "boxBlur", "parameters": {"radius": 4.5}},
        {"filter": "gaussianBlur", "parameters": {"radius": 2}},
        {"filter": "colorCube", "parameters": {"cubeData": {"cube": "warm.cube"}}},
        {"filter": "guidedFilter", "parameters": {"guideImage": "half", "radius": 3, "epsilon": 0.01}},
        {"filter": "mix", "parameters": {"backgroundImage": "soft", "amount": 0.7}}]}
      """)
    let nodes = (0..<27).map { "\(Double($0 % 3) / 2) \(Double($0 / 3 % 3) / 2.5) \(Double($0 / 9) / 3)" }
    try Data((["LUT_3D_SIZE 3"] + nodes).joined(separator: "\n").utf8).write(
      to: URL(filePath: folder.file("warm.cube")))
    var results: [Data] = []
    for level in ["baseline", "avx2", "all"] {
      let output = folder.file("\(level).png")
      let outcome = try MatteTool.run(
        "render", "--recipe", file, "--input", folder.file("photo.png"), "-o", output,
        environment: ["MATTEKIT_INSTRUCTIONS": level])
      #expect(outcome.status == 0, "\(outcome.errors)")
      results.append(try Data(contentsOf: URL(filePath: output)))
    }
    #expect(results[0] == results[2] && results[1] == results[2])
  }

  @Test(arguments: [
    (#"{"version": 1, "steps": [{"filter": "boxBlurr"}]}"#, "$.steps[0].filter"),
    (
      #"{"version": 1, "steps": [{"filter": "boxBlur", "parameters": {"radius": -3}}]}"#, "$.steps[0].parameters.radius"
    ),
    (#"{"version": 1, "steps": [{"filter": "colorInvert", "input": "phot"}]}"#, "$.steps[0].input"),
    (#"{"version": 1, "extent": [0, 0, 0, 5], "steps": [{"filter": "colorInvert"}]}"#, "$.extent"),
    (#"{"version": 1,"#, "$: this is not a JSON document"),
  ])
  func `an error is reported with its path, and nothing is written`(json: String, path: String) throws {
    let outcome = try MatteTool.run(
      "render", "--recipe", try recipe(json), "--input", Samples.astronaut, "-o", folder.file("out.png"))
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("error: \(path)"), "\(outcome.errors)")
    #expect(folder.contents == ["recipe.json"])
  }

  @Test func `usage is checked, an output is not replaced without request, and a plan writes nothing`() throws {
    let file = try recipe(Self.inverting)
    let output = folder.file("out.png")
    for arguments in [
      ["--recipe", file, "-o", output], ["--recipe", file, "--input", Samples.astronaut],
      ["--recipe", "-", "--input", "-", "-o", output], ["--recipe", file, "--input", Samples.astronaut, "-o", "out"],
      ["--recipe", file, "--input", Samples.astronaut, "--input", Samples.astronaut, "-o", output],
    ] {
      #expect(try MatteTool.run(MatteTool.executable, ["render"] + arguments).status == 64, "\(arguments)")
    }
    let plan = try MatteTool.run("render", "--recipe", file, "--input", Samples.astronaut, "--plan")
    #expect(plan.status == 0 && plan.output.contains("colorMatrix") || plan.output.contains("nvert"), "\(plan.output)")
    try Data("mine".utf8).write(to: URL(filePath: output))
    let refused = try MatteTool.run("render", "--recipe", file, "--input", Samples.astronaut, "-o", output)
    #expect(refused.status == 73 && refused.errors.contains("exists already"), "\(refused.errors)")
    #expect(try Data(contentsOf: URL(filePath: output)) == Data("mine".utf8))
  }
}
