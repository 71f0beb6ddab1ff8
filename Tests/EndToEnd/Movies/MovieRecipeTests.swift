import Foundation
import MatteKit
import Support
import Testing

/// `render` on movies and pipes.
@Suite struct MovieRecipeTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  @Test func `a recipe reads y4m from standard input`() throws {
    let y4m = material.path("in.y4m")
    try material.ffmpeg("-f", "lavfi", "-i", "color=white:s=64x48:r=200/9:d=0.2", y4m)
    try #"{"version": 1, "steps": [{"filter": "exposureAdjust", "parameters": {"ev": 0}}]}"#
      .write(toFile: material.path("same.json"), atomically: true, encoding: .utf8)
    let command = "'\(MatteTool.executable.path)' render --recipe '\(material.path("same.json"))' --input - -o"
    for output in ["- >'\(material.path("out.y4m"))'", "'\(material.path("out.mp4"))'"] {
      let outcome = try MatteTool.run(URL(filePath: "/bin/sh"), ["-c", "\(command) \(output) <'\(y4m)'"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try material.times(of: material.path("out.mp4")).count >= 4)
    let head = try String(decoding: Data(contentsOf: URL(filePath: material.path("out.y4m"))).prefix(24), as: UTF8.self)
    #expect(head == "YUV4MPEG2 W64 H48 F200:9", "\(head)")
  }

  @Test func `a recipe reads a movie and a companion movie`() throws {
    let pan = try material.pan(6)
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=0.3", material.path("other.mp4"))
    try """
    {"version": 1, "steps": [{"filter": "blendWithMask", "input": "other",
      "parameters": {"backgroundImage": "photo", "maskImage": "matte:portrait@photo"}}]}
    """.write(toFile: material.path("recipe.json"), atomically: true, encoding: .utf8)
    let outcome = try MatteTool.run(
      "render", "--recipe", material.path("recipe.json"), "--input", pan, "--input",
      "other=\(material.path("other.mp4"))",
      "-o", material.path("render.mkv"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try material.times(of: material.path("render.mkv")) == material.times(of: pan))
  }

  @Test func `the plan for movies is that of their first frames`() throws {
    let (pan, other) = (try material.pan(3), material.path("other.mp4"))
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=0.3", other)
    let recipe = material.path("recipe.json")
    try """
    {"version": 1, "steps": [{"filter": "gaussianBlur", "input": "photo", "parameters": {"radius": 3}}, {"filter": "screenBlendMode",
      "parameters": {"backgroundImage": "other"}}]}
    """.write(toFile: recipe, atomically: true, encoding: .utf8)
    func plan(_ inputs: String...) throws -> MatteTool.Outcome {
      try MatteTool.run(
        MatteTool.executable, ["render", "--recipe", recipe, "--plan"] + inputs.flatMap { ["--input", $0] })
    }
    let names = material.names
    try material.ffmpeg("-i", pan, "-frames:v", "1", material.path("pan.png"))
    try material.ffmpeg("-i", other, "-frames:v", "1", material.path("other.png"))
    let (movies, photos) = (
      try plan(pan, "other=\(other)"), try plan(material.path("pan.png"), "other=\(material.path("other.png"))")
    )
    #expect(movies.status == 0 && movies.output.contains("gaussian"), "\(movies)")
    #expect(
      movies.output.split(separator: "\n").count == photos.output.split(separator: "\n").count, "\(photos.output)")
    #expect(material.names == names.union(["pan.png", "other.png"]))
  }

  @Test func `parts that a recipe leaves empty are transparent if the container supports it, and otherwise reported`()
    throws
  {
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=0.3", "-pix_fmt", "yuv420p", material.path("clip.mp4"))
    let recipe = material.path("left.json")
    try #"{"version": 1, "steps": [{"filter": "crop", "parameters": {"rectangle": [0, 0, 32, 48]}}]}"#
      .write(toFile: recipe, atomically: true, encoding: .utf8)
    func render(_ recipe: String, to name: String) throws -> MatteTool.Outcome {
      try MatteTool.run(
        "render", "--recipe", recipe, "--input", material.path("clip.mp4"), "-o",
        material.path(name) + (name.hasSuffix("/") ? "/" : ""))
    }
    // FFmpeg's own decoder of VP9 knows no alpha.
    for (name, decoder) in [("left.webm", "libvpx-vp9"), ("left.mov", "prores"), ("left.mkv", "ffv1")] {
      let outcome = try render(recipe, to: name)
      #expect(outcome.status == 0 && !outcome.errors.contains("transparency"), "\(outcome.errors)")
      try material.ffmpeg(
        "-c:v", decoder, "-i", material.path(name), "-vf", "alphaextract", "-frames:v", "1",
        material.path("\(name).png"))
      let alpha = try Photo(contentsOf: URL(filePath: material.path("\(name).png"))).pixels.converted(to8Bit: .l8)
      #expect(alpha.bytes[24 * 64 + 10] > 250 && alpha.bytes[24 * 64 + 54] < 5, "\(name)")
    }
    #expect(try render(recipe, to: "png/").status == 0)
    let first = try Photo(contentsOf: URL(filePath: material.path("png/000001.png"))).pixels
    #expect(first.alphaType != .opaque && first.bytes[24 * first.rowBytes + 4 * 54 + 3] == 0)
    let told = try render(recipe, to: "left.mp4")
    #expect(told.status == 0 && told.errors.contains("no transparency") && told.errors.contains(".webm"))
    // An opaque result stays an ordinary movie.
    let inverting = material.path("invert.json")
    try #"{"version": 1, "steps": [{"filter": "colorInvert"}]}"#
      .write(toFile: inverting, atomically: true, encoding: .utf8)
    let plain = try render(inverting, to: "plain.mov")
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    #expect(try material.ffprobe("-show_entries", "stream=codec_name", of: material.path("plain.mov")) != ["prores"])
  }
}
