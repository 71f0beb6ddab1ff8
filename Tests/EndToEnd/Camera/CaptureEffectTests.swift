import FoundationEssentials
import MatteKit
import Support
import Testing

/// Effects on the movie that `capture` records.
@Suite struct CaptureEffectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func film(_ count: Int) throws -> String {
    let url = folder.url.appending(path: "source.mp4")
    let writer = try MovieWriter(url: url, settings: MovieSettings())
    for (index, pixels) in try AstronautPan.pictures(count, step: 2).enumerated() {
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 20)))
    }
    try writer.finish()
    return url.path
  }

  private func frames(_ file: String) async throws -> [Frame] {
    var frames: [Frame] = []
    for try await frame in try VideoFile(contentsOf: URL(filePath: file)).frames { frames.append(frame) }
    return frames
  }

  private static func greens(_ frame: Frame) -> Int {
    let bytes = frame.pixels.bytes
    return stride(from: 0, to: bytes.count, by: 4).count {
      bytes[$0 + 1] > 180 && bytes[$0] < 80 && bytes[$0 + 2] < 80
    }
  }

  /// How many frames a warning says were dropped.
  private func dropped(_ errors: String) -> Int {
    errors.split(separator: "\n").compactMap { line -> Int? in
      guard line.contains("because drawing was too slow") else { return nil }
      return line.split(separator: " ").compactMap { Int($0) }.first
    }.first ?? 0
  }

  @Test func `the movie has the effect, and each frame is in it or counted`() async throws {
    let file = folder.file("green.mp4")
    let outcome = try MatteTool.run(
      "capture", try film(30), "-o", file, "--effect", "replace-background+smooth-skin", "--set",
      "replace-background.color=#00ff00", "--set", "smooth-skin.strength=0")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try await frames(file)
    #expect(!found.isEmpty && found.count + dropped(outcome.errors) == 30, "\(outcome.errors)")
    for frame in found { #expect(Self.greens(frame) > frame.size.width * frame.size.height / 8) }
    // Times stay those of the source.
    for frame in found { #expect(abs((frame.time.seconds * 20).rounded() - frame.time.seconds * 20) < 0.001) }
  }

  @Test func `an effect that looks ahead loses none of the last frames, and shows no face`() async throws {
    let file = folder.file("hidden.mp4")
    let outcome = try MatteTool.run("capture", try film(24), "-o", file, "--effect", "hide-faces")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try await frames(file)
    #expect(found.count + dropped(outcome.errors) == 24, "\(outcome.errors)")
    let detector = try FaceDetector()
    for frame in found { #expect(try detector.faces(in: frame.pixels).isEmpty) }
  }

  @Test func `a picture of a setting may be a companion movie`() async throws {
    let source = try film(12)
    // A second of green, then a second of blue.
    let background = folder.url.appending(path: "background.mp4")
    let writer = try MovieWriter(url: background, settings: MovieSettings())
    for index in 0..<20 {
      let pixels = PixelBuffer(size: PixelSize(width: 64, height: 48), format: .rgba8) { bytes in
        for place in stride(from: 0, to: bytes.count, by: 4) {
          (bytes[place], bytes[place + 1]) = (0, index < 6 ? 255 : 0)
          (bytes[place + 2], bytes[place + 3]) = (index < 6 ? 0 : 255, 255)
        }
      }
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(index), timescale: 20)))
    }
    try writer.finish()
    let file = folder.file("out.mp4")
    let outcome = try MatteTool.run(
      "capture", source, "-o", file, "--effect", "replace-background", "--set", "picture=\(background.path)",
      "--photo-every", "10", "--photo-format", "png")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for frame in try await frames(file) {
      // It begins with the first frame that is drawn on.
      let isGreen = Self.greens(frame) > 500
      if abs(frame.time.seconds - 0.3) > 0.06 { #expect(isGreen == (frame.time.seconds < 0.3), "\(frame.time)") }
    }
    let photo = try Photo(contentsOf: folder.url.appending(path: "out-0001.png"))
    #expect(Self.greens(Frame(pixels: photo.pixels, time: .zero)) > 500)
  }

  @Test func `unsupported effects are refused in one line, and nothing is left`() throws {
    let source = try film(3)
    let cases: [([String], Int32, String)] = [
      (["--effect", "no-such-effect"], 64, "no-such-effect"),
      (["--effect", "replace-background", "--set", "color=transparent"], 65, "has no transparency"),
      (["--effect", "blur-background", "--matte-quality", "best"], 64, "--matte-quality"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try MatteTool.run(
        MatteTool.executable, ["capture", source, "-o", folder.file("film.mp4")] + arguments, environment: [:])
      #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    #expect(folder.contents == ["source.mp4"])
  }
}
