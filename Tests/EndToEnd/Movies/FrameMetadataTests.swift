import Foundation
import Support
import Testing

/// What the coded frames of movies reveal beside their pictures, where packets are copied: PNG, MPEG-2 and MPEG-4.
@Suite struct FrameMetadataTests {
  private let material: MovieMaterial
  private let word = Data("Zanzibarrow".utf8)

  init() throws { material = try MovieMaterial() }

  private func data(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: material.path(name))) }

  /// Copies the frames of a source under each policy; the word stays only if all metadata are kept, and the pictures are
  /// the source's.
  private func check(_ source: String, to kind: String) throws {
    try #require(try data(source).range(of: word) != nil)
    func pictures(_ name: String) throws -> [Substring] {
      try material.ffmpeg("-i", material.path(name), "-vsync", "passthrough", "-f", "framemd5", "-")
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").last ?? "" }
    }
    let expected = try pictures(source)
    for (policy, isKept) in [("keep", true), ("safe", false), ("strip", false)] {
      let result = "\(policy).\(kind)"
      let outcome = try MatteTool.run(
        "retime", material.path(source), "--rate", "2", "--metadata", policy, "-o", material.path(result))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try (data(result).range(of: word) != nil) == isKept, "\(result)")
      #expect(try pictures(result).suffix(4) == expected.suffix(4), "\(result)")
    }
  }

  @Test(arguments: ["avi", "mov", "mkv"]) func `texts in frames of PNG are removed`(kind: String) throws {
    let exiftool = try #require(OtherReaders.exiftool)
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=0.8", material.path("%d.png"))
    let frames = (1...4).map { material.path("\($0).png") }
    let planted = try MatteTool.run(
      exiftool,
      ["-q", "-overwrite_original", "-PNG:Comment=Zanzibarrow", "-XMP-photoshop:City=Zanzibarrow"]
        + ["-GPS:GPSAreaInformation=Zanzibarrow"] + frames)
    #expect(planted.status == 0, "\(planted.errors)")
    let source = "source.\(kind)"
    try material.ffmpeg("-framerate", "5", "-i", material.path("%d.png"), "-c", "copy", material.path(source))
    try check(source, to: kind == "mkv" ? "mkv" : "mov")
  }

  @Test func `user data of MPEG-2 are removed, and captions stay`() throws {
    let stream = material.path("stream.m2v")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.4", "-c:v", "mpeg2video", "-bf", "0", "-f", "mpeg2video", stream)
    let userData = Data([0, 0, 1, 0xB2])
    let captions = userData + Data("GA94".utf8) + Data([3, 0xC1, 0xFF, 0xFC, 0x80, 0x80, 0xFF])
    var (planted, rest) = (Data(), try data("stream.m2v"))
    // Before the first slice of each picture.
    while let slice = rest.range(of: Data([0, 0, 1, 1])) {
      planted += rest[..<slice.lowerBound] + userData + word + captions + rest[slice]
      rest = rest[slice.upperBound...]
    }
    try (planted + rest).write(to: URL(filePath: stream))
    try material.ffmpeg("-framerate", "25", "-i", stream, "-c", "copy", material.path("source.mov"))
    for kind in ["mov", "ts"] {
      try check("source.mov", to: kind)
      #expect(try data("strip.\(kind)").range(of: Data("GA94".utf8)) != nil)
    }
  }

  @Test(arguments: ["avi", "mp4", "mkv"]) func `user data of MPEG-4 are removed, and encoders' names stay`(
    kind: String
  ) throws {
    let encoded = material.path("encoded.avi")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.4", "-c:v", "mpeg4", "-bf", "0", encoded)
    // FFmpeg's own text, of the same length, which is no encoder's then.
    let start = Data([0, 0, 1, 0xB2])
    let stream = try data("encoded.avi")
    let text = try #require(stream.range(of: start + Data("Lavc".utf8)))
    let name = stream[text.lowerBound..<text.lowerBound + 4 + word.count]
    let copied = try MatteTool.run(
      "retime", encoded, "--rate", "2", "--metadata", "strip", "-o", material.path("a.mov"))
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try data("a.mov").range(of: name) != nil)
    var (planted, rest) = (Data(), stream)
    while let place = rest.range(of: name) {
      planted += rest[..<place.lowerBound] + start + word
      rest = rest[place.upperBound...]
    }
    try (planted + rest).write(to: URL(filePath: encoded))
    let source = "source.\(kind)"
    try material.ffmpeg("-fflags", "+genpts", "-i", encoded, "-c", "copy", material.path(source))
    for result in ["mov", "mkv"] { try check(source, to: result) }
  }

  @Test func `frames that are not searched are reported`() throws {
    let source = material.path("source.mov")
    try material.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.2", "-c:v", "tiff", source)
    for (policy, isReported) in [("keep", false), ("safe", true), ("strip", true)] {
      let result = material.path("\(policy).mov")
      let outcome = try MatteTool.run("retime", source, "--rate", "2", "--metadata", policy, "-o", result)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let warning = "the frames of the video (tiff) stay as they are, and may hold metadata of their own"
      #expect(outcome.errors.contains(warning) == isReported, "\(policy): \(outcome.errors)")
    }
  }
}
