import Foundation
import MatteKit
import Support
import Testing

/// Movies with alpha: as what effects are applied to, and as what lies over another movie.
@Suite struct TransparentMovieTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  /// A movie whose left half is green, and whose right half is red that is not to be seen.
  private func logo(_ name: String) throws -> String {
    let size = PixelSize(width: 64, height: 48)
    let pixels = PixelBuffer(
      size: size, format: .rgba8, alphaType: .straight,
      bytes: (0..<size.area).flatMap { pixel -> [UInt8] in
        pixel % size.width < 32 ? [0, 200, 0, 255] : [200, 0, 0, 0]
      })
    let settings = MovieSettings(content: .colorWithAlpha)
    let movie = try MovieWriter(url: URL(filePath: material.path(name)), settings: settings)
    for number in 0..<3 { try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25))) }
    try movie.finish()
    return material.path(name)
  }

  /// Red, green, blue and alpha of a pixel of the first frame.
  private func pixel(_ x: Int, of movie: String) async throws -> [UInt8] {
    let file = try VideoFile(contentsOf: URL(filePath: movie))
    for try await frame in file.frames(as: .rgba8, keepingAlpha: true) {
      let place = 4 * (24 * frame.size.width + x)
      return Array(frame.pixels.bytes[place..<place + 4])
    }
    return []
  }

  @Test(arguments: ["logo.mov", "logo.webm"])
  func `a movie with alpha keeps it through effects, and shows what is behind it`(name: String) async throws {
    let logo = try logo(name)
    let result = material.path("result-\(name)")
    let outcome = try material.run("apply-effect", "mono-background", "--set", "strength=0", logo, "-o", result)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (left, right) = (try await pixel(8, of: result), try await pixel(56, of: result))
    #expect(left[3] >= 254 && left[1] > 180 && right[3] == 0, "\(left) \(right)")

    let white = material.path("white.mp4")
    try material.ffmpeg("-f", "lavfi", "-i", "color=white:s=64x48:r=25:d=0.12", "-c:v", "libx264", white)
    try
      #"{"version": 1, "steps": [{"filter": "sourceOverCompositing", "input": "logo", "parameters": {"backgroundImage": "photo"}}]}"#
      .write(toFile: material.path("over.json"), atomically: true, encoding: .utf8)
    let over = try MatteTool.run(
      "render", "--recipe", material.path("over.json"), "--input", "photo=\(white)", "--input", "logo=\(logo)", "-o",
      material.path("over.mp4"))
    #expect(over.status == 0, "\(over.errors)")
    let (green, through) = (
      try await pixel(8, of: material.path("over.mp4")), try await pixel(56, of: material.path("over.mp4"))
    )
    #expect(green[1] > 180 && green[0] < 30)
    #expect(through.allSatisfy { $0 > 240 })
  }

  @Test(arguments: ["logo.mov", "logo.webm"], ["webm", "mov", "mkv", "mp4"])
  func `a movie with alpha keeps it at another rate, and where that is impossible it is reported`(
    name: String, kind: String
  ) async throws {
    let result = material.path("fast.\(kind)")
    let outcome = try MatteTool.run(
      "retime", try logo(name), "--rate", "0.5", "--constant-rate", "25", "-o", result)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (left, right) = (try await pixel(8, of: result), try await pixel(56, of: result))
    let hasNone = kind == "mp4"
    #expect(left[3] >= 254 && left[1] > 180 && right[3] == (hasNone ? 255 : 0), "\(left) \(right)")
    #expect(!hasNone || right.prefix(3).allSatisfy { $0 < 16 }, "\(right)")
    #expect(outcome.errors.contains("what is transparent is black") == hasNone, "\(outcome.errors)")
  }

  @Test func `transparency after an opaque first frame is kept`() async throws {
    let size = PixelSize(width: 64, height: 48)
    let movie = try MovieWriter(
      url: URL(filePath: material.path("fade.mov")), settings: MovieSettings(content: .colorWithAlpha))
    for (number, alpha) in [UInt8(255), 0, 0].enumerated() {
      let pixels = PixelBuffer(
        size: size, format: .rgba8, alphaType: .straight,
        bytes: (0..<size.area).flatMap { _ -> [UInt8] in [0, 200, 0, alpha] })
      try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25)))
    }
    try movie.finish()
    for (number, arguments) in [
      ["apply-effect", "hide-codes", material.path("fade.mov")],
      ["retime", material.path("fade.mov"), "--rate", "1", "--constant-rate", "25"],
    ].enumerated() {
      let result = material.path("result\(number).mov")
      let outcome = try MatteTool.run(MatteTool.executable, arguments + ["-o", result])
      #expect(outcome.status == 0, "\(outcome.errors)")
      var alphas: [UInt8] = []
      for try await frame in try VideoFile(contentsOf: URL(filePath: result)).frames(as: .rgba8, keepingAlpha: true) {
        alphas.append(frame.pixels.bytes[3])
      }
      #expect(alphas == [255, 0, 0], "\(arguments[0])")
    }
  }

  @Test func `deep colours with alpha become the 8 bits of VP9`() async throws {
    let result = material.path("small.webm")
    let outcome = try material.run("apply-effect", "hide-codes", try logo("logo.mov"), "-o", result)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await pixel(56, of: result)[3] == 0)
  }

  @Test func `invisible colours have no effect when a movie is reduced`() async throws {
    let result = material.path("small.mov")
    let outcome = try material.run(
      "apply-effect", "mono-background", "--set", "strength=0", "--size", "42x42", try logo("logo.mov"), "-o", result)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for try await frame in try VideoFile(contentsOf: URL(filePath: result)).frames(as: .rgba8, keepingAlpha: true) {
      let bytes = frame.pixels.bytes
      // Half of the column where the halves meet is green.
      #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0 + 3] < 40 || bytes[$0] < 60 })
    }
  }

  @Test func `a cut-out is refused where the target has no transparency, of pictures as of movies`() throws {
    try material.ffmpeg("-f", "lavfi", "-i", "color=white:s=64x48:r=25:d=0.12", material.path("picture%d.png"))
    for source in [try logo("logo.mov"), material.path("picture%d.png")] {
      let outcome = try material.run(
        "apply-effect", "replace-background", "--set", "color=transparent", source, "-o", material.path("cut.mp4"))
      #expect(outcome.status == 65 && outcome.errors.contains("has no transparency; .webm"), "\(outcome.errors)")
    }
  }

  @Test func `in a container without transparency transparent parts are black, which is reported`() async throws {
    let result = material.path("flat.mp4")
    let outcome = try material.run(
      "apply-effect", "mono-background", "--set", "strength=0", try logo("logo.mov"), "-o", result)
    #expect(outcome.status == 0 && outcome.errors.contains("what is transparent is black"), "\(outcome.errors)")
    let (left, right) = (try await pixel(8, of: result), try await pixel(56, of: result))
    #expect(left[1] > 180 && right.prefix(3).allSatisfy { $0 < 16 })
  }

  @Test func `a removed background is transparent if the container supports it`() throws {
    let pan = try material.pan(3)
    for (name, format) in [("cut.mov", "yuva444p12le"), ("cut.mkv", "bgra")] {
      let result = material.path(name)
      let outcome = try material.run(
        "apply-effect", "replace-background", "--set", "color=transparent", "--quality", "fast", pan, "-o", result
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try material.ffprobe("-show_entries", "stream=pix_fmt", of: result) == [format])
      try material.ffmpeg("-i", result, "-vf", "alphaextract", "-frames:v", "1", material.path("alpha.png"))
      let alpha = try Photo(contentsOf: URL(filePath: material.path("alpha.png"))).pixels.converted(to8Bit: .l8).bytes
      #expect(alpha.contains { $0 > 250 } && alpha.contains { $0 < 5 })
    }
    let refused = try material.run(
      "apply-effect", "replace-background", "--set", "color=transparent", pan, "-o", material.path("cut.mp4"))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("transparency") && refused.errors.contains(".webm"))
    #expect(!material.names.contains("cut.mp4"))
  }
}
