import Foundation
import Support
import Testing

/// What the coded frames of movies reveal beside their pictures, where packets are copied: PNG, MPEG-2, MPEG-4 and
/// AV1.
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

  /// A unit of AV1: metadata, unless it is of another type.
  private func unit(_ content: [UInt8], type: UInt8 = 5) -> Data {
    Data([type << 3 | 2, UInt8(content.count)] + content)
  }

  @Test(arguments: ["mp4", "mkv"]) func `user data of AV1 are removed, and high dynamic range and captions stay`(
    kind: String
  ) throws {
    let stream = material.path("stream.ivf")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.2", "-c:v", "libaom-av1", "-cpu-used", "8", "-lag-in-frames", "0",
      stream)
    let (end, secret): ([UInt8], [UInt8]) = ([0x80], Array(word))
    let light = unit([1, 0x03, 0xE8, 0x01, 0x90] + end)
    let captions = unit([4, 0xB5, 0, 0x31] + Array("GA94Kilimanjaro".utf8) + end)
    let dynamic = unit([4, 0xB5, 0, 0x3C, 0, 1, 4] + Array("Serengetis".utf8) + end)
    let needed = [light, captions, dynamic]
    let unknown = [unit([4, 0xB5, 0x12, 0x34] + secret + end), unit([6] + secret + end), unit([31] + secret + end)]
    let planted = (needed + unknown + [unit(secret + end, type: 15), unit(secret, type: 9)]).reduce(Data(), +)
    // A file of IVF: 32 bytes, then each frame behind its size and its time in 12 bytes.
    let bytes = try data("stream.ivf")
    var (result, place) = (Data(bytes[..<32]), 32)
    while place < bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
      let frame = bytes[(place + 12)..<(place + 12 + size)]
      // Behind the delimiter of pictures.
      try #require(frame.prefix(2) == Data([0x12, 0]))
      let content = frame.prefix(2) + planted + frame.dropFirst(2)
      result += Data((0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) })
      result += bytes[(place + 4)..<(place + 12)] + content
      place += 12 + size
    }
    try result.write(to: URL(filePath: stream))
    let source = "source.\(kind)"
    try material.ffmpeg("-i", stream, "-c", "copy", material.path(source))
    for result in ["mp4", "mkv", "webm"] {
      try check(source, to: result)
      for unit in needed { #expect(try data("strip.\(result)").range(of: unit) != nil, "\(result)") }
    }
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
