import Foundation
import Support
import Testing

/// What movies reveal beside their pictures, where packets are copied.
@Suite struct MoviePrivacyTests {
  private let material: MovieMaterial

  init() throws { material = try MovieMaterial() }

  private func holds(_ name: String, _ text: String) throws -> Bool {
    try Data(contentsOf: URL(filePath: material.path(name))).range(of: Data(text.utf8)) != nil
  }

  /// Copies the streams of a movie under a policy, and checks whether its copy holds a text.
  ///
  /// - Returns: the path of the copy.
  private func copy(_ source: String, _ policy: String, as kind: String, holds text: String, _ isKept: Bool) throws
    -> String
  {
    let copy = "\(policy).\(kind)"
    let outcome = try MatteTool.run(
      "retime", source, "--rate", "2", "--metadata", policy, "-o", material.path(copy))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try holds(copy, text) == isKept, "\(copy)")
    return material.path(copy)
  }

  @Test(arguments: ["mp4", "ts"]) func `user data in coded pictures are removed, as AVCHD has the location in them`(
    kind: String
  ) throws {
    let (pan, source) = (try material.pan(6), material.path("source.\(kind)"))
    try material.ffmpeg(
      "-i", pan, "-c", "copy", "-bsf:v", "h264_metadata=sei_user_data=17ee8c60-f84d-11d9-8cd6-0800200c9a66+Zanzibarrow",
      source)
    #expect(try holds("source.\(kind)", "Zanzibarrow"))
    var pictures: Set<String> = []
    for (policy, isKept) in [("keep", true), ("safe", false), ("strip", false)] {
      let copy = try copy(source, policy, as: "mp4", holds: "Zanzibarrow", isKept)
      pictures.insert(try material.ffmpeg("-i", copy, "-f", "framemd5", "-"))
    }
    #expect(pictures.count == 1 && pictures.first?.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 6)
  }

  @Test(arguments: [
    ([0xB5, 0x12, 0x34], false), ([0xB5, 0, 0x31] + Array("GA94".utf8), true), ([0xB5, 0, 0x3C, 0, 1], true),
  ])
  func `registered user data are removed too, unless they are captions or of high dynamic range`(
    writer: [UInt8], isNeeded: Bool
  ) throws {
    let (pan, source) = (try material.pan(6), material.path("source.mp4"))
    try material.ffmpeg(
      "-i", pan, "-c", "copy", "-bsf:v", "h264_metadata=sei_user_data=17ee8c60-f84d-11d9-8cd6-0800200c9a66+Zanzibarrow",
      source)
    var bytes = Array(try Data(contentsOf: URL(filePath: source)))
    let identifier: [UInt8] = [0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9]
    var place = 2
    while let found = Data(bytes[place...]).range(of: Data(identifier)) {
      place += found.lowerBound
      try #require(bytes[place - 2] == 5)
      bytes[place - 2] = 4
      // No two zeros that would have to be escaped.
      bytes.replaceSubrange(place..<place + 16, with: writer + [UInt8](repeating: 0xFF, count: 16 - writer.count))
      place += 16
    }
    try Data(bytes).write(to: URL(filePath: source))
    var pictures: Set<String> = []
    for (policy, isKept) in [("keep", true), ("safe", isNeeded), ("strip", isNeeded)] {
      let copy = try copy(source, policy, as: "mp4", holds: "Zanzibarrow", isKept)
      pictures.insert(try material.ffmpeg("-i", copy, "-f", "framemd5", "-"))
    }
    #expect(pictures.count == 1)
  }

  @Test func `user data beside zeros that nothing escapes are removed too`() throws {
    let (pan, source) = (try material.pan(6), material.path("source.mp4"))
    let (word, filler) = ("Zanzibarrow", String(repeating: "a", count: 400))
    try material.ffmpeg(
      "-i", pan, "-c", "copy", "-bsf:v",
      "h264_metadata=sei_user_data=17ee8c60-f84d-11d9-8cd6-0800200c9a66+\(word)\(filler)", source)
    var bytes = Array(try Data(contentsOf: URL(filePath: source)))
    let text = try #require(Data(bytes).range(of: Data(word.utf8)))
    // Before it the message's type, its size in two bytes, and the identifier.
    let start = text.lowerBound - 16
    try #require(bytes[start - 3] == 5 && bytes[start - 2] == 255)
    let size = 255 + Int(bytes[start - 1])
    // The word alone, then a message of zeros, which escaped would need half as many bytes more.
    let message = [5, UInt8(16 + word.utf8.count)] + bytes[start..<text.upperBound]
    let rest = 3 + size - message.count - 3
    let zeros = [100, 255, UInt8(rest - 255)] + [UInt8](repeating: 0, count: rest)
    bytes.replaceSubrange(start - 3..<start + size, with: message + zeros)
    try Data(bytes).write(to: URL(filePath: source))
    for (policy, isKept) in [("keep", true), ("safe", false)] {
      _ = try copy(source, policy, as: "mp4", holds: word, isKept)
    }
  }

  @Test func `user data beside the parameter sets are removed`() throws {
    let (bars, source) = (material.path("bars.mp4"), material.path("source.mp4"))
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1", "-c:v", "libx265", "-x265-params", "log-level=none", bars)
    // x265's text, of the same length, which is no encoder's then.
    var bytes = try Data(contentsOf: URL(filePath: bars))
    let record = try #require(bytes.range(of: Data("hvcC".utf8)))
    let text = try #require(bytes.range(of: Data("x265 (build".utf8), in: record.upperBound..<bytes.endIndex))
    try #require(text.lowerBound - record.upperBound < 200)
    bytes.replaceSubrange(text, with: Data("Zanzibarrow".utf8))
    try bytes.write(to: URL(filePath: source))
    var pictures: Set<String> = []
    for (policy, isKept) in [("keep", true), ("safe", false), ("strip", false)] {
      for kind in ["mp4", "mkv"] {
        let copy = try copy(source, policy, as: kind, holds: "Zanzibarrow", isKept)
        pictures.insert(try material.packets("0:v", of: copy).joined())
      }
    }
    #expect(pictures.count == 1)
    #expect(try material.times(of: material.path("strip.mp4")).count == 5)
  }

  @Test(arguments: ["avi", "mov", "mkv"]) func `metadata in the frames of Motion JPEG are removed`(kind: String) throws
  {
    let exiftool = try #require(OtherReaders.exiftool)
    let picture = material.path("1.jpg")
    try SyntheticPicture.gradient(width: 64, height: 48).write(to: URL(filePath: picture), as: .jpeg())
    let planted = try MatteTool.run(
      exiftool,
      [
        "-q", "-overwrite_original", "-comment=Zanzibarrow", "-XMP-photoshop:City=Zanzibarrow",
        "-GPS:GPSAreaInformation=Zanzibarrow", picture,
      ])
    #expect(planted.status == 0, "\(planted.errors)")
    for number in 2...4 {
      try FileManager.default.copyItem(atPath: picture, toPath: material.path("\(number).jpg"))
    }
    let source = material.path("source.\(kind)")
    try material.ffmpeg("-framerate", "5", "-i", material.path("%d.jpg"), "-c", "copy", source)
    let pictures = try material.ffmpeg("-i", source, "-f", "framemd5", "-").split(separator: "\n").map {
      $0.split(separator: ",").last ?? ""
    }
    for (policy, isKept) in [("keep", true), ("safe", false), ("strip", false)] {
      let result = try copy(source, policy, as: "mov", holds: "Zanzibarrow", isKept)
      let same = try material.ffmpeg("-i", result, "-f", "framemd5", "-").split(separator: "\n").map {
        $0.split(separator: ",").last ?? ""
      }
      #expect(same.suffix(4) == pictures.suffix(4), "\(policy)")
    }
  }

  @Test func `comments in the description of a sound's coding are removed`() throws {
    let source = material.path("source.mkv")
    try material.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2", "-c:v", "libx264", "-c:a",
      "libvorbis", source)
    // The name of the encoder is the text that any file has there.
    var bytes = try Data(contentsOf: URL(filePath: source))
    let header = try #require(bytes.range(of: Data("\u{3}vorbis".utf8)))
    try #require(bytes[header.upperBound] >= 11)
    let text = header.upperBound + 4..<header.upperBound + 15
    bytes.replaceSubrange(text, with: Data("Zanzibarrow".utf8))
    try bytes.write(to: URL(filePath: source))
    let sounds = try material.packets("0:a", of: source)
    for (policy, isKept) in [("keep", true), ("strip", false)] {
      let result = material.path("\(policy).mkv")
      let outcome = try material.run("apply-effect", "hide-faces", source, "-o", result, "--metadata", policy)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try holds("\(policy).mkv", "Zanzibarrow") == isKept, "\(policy)")
      #expect(try material.packets("0:a", of: result) == sounds, "\(policy)")
      #expect(try !material.ffmpeg("-i", result, "-map", "0:a", "-f", "framemd5", "-").isEmpty, "\(policy)")
    }
  }

  @Test func `tags with the names of places and accounts are not safe`() throws {
    let (pan, source) = (try material.pan(2), material.path("source.mkv"))
    let tags = [
      "CITY", "COUNTRY", "com.example.city", "location-eng", "ACCOUNT_ID", "com.apple.quicktime.direction.facing",
    ]
    try material.ffmpeg(
      ["-i", pan, "-c", "copy", "-metadata", "title=A walk", "-metadata", "statement=A word"]
        + tags.flatMap { ["-metadata", "\($0)=Zanzibarrow"] } + [source])
    #expect(try MatteTool.run("retime", source, "--rate", "2", "-o", material.path("kept.mkv")).status == 0)
    #expect(try holds("kept.mkv", "Zanzibarrow"))
    let safe = material.path("safe.mkv")
    #expect(try MatteTool.run("retime", source, "--rate", "2", "--metadata", "safe", "-o", safe).status == 0)
    #expect(try !holds("safe.mkv", "Zanzibarrow") && holds("safe.mkv", "A walk") && holds("safe.mkv", "A word"))
  }

  @Test func `pictures in tags go where cover pictures go`() throws {
    let (pan, source) = (try material.pan(2), material.path("source.mkv"))
    let picture = String(repeating: "/9j/4AAQSkZJRgABAQ", count: 40)
    // What begins as a picture may stand before the picture.
    let look = "look=/9j/ data:image/jpeg;base64,\(picture)"
    try material.ffmpeg(
      "-i", pan, "-c", "copy", "-metadata", "title=A walk", "-metadata",
      "METADATA_BLOCK_PICTURE=AAAAAwAAAApZanzibarrow", "-metadata:s:v", look, source)
    for (options, isKept) in [([], true), (["--metadata", "safe"], false)] {
      let result = "\(isKept).mkv"
      let outcome = try MatteTool.run(
        MatteTool.executable, ["retime", source, "--rate", "2", "-o", material.path(result)] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try holds(result, "Zanzibarrow") == isKept && holds(result, picture) == isKept && holds(result, "A walk"))
    }
    let hidden = try material.run("apply-effect", "hide-faces", source, "-o", material.path("hidden.mkv"))
    #expect(hidden.status == 0 && hidden.errors.contains("the tag METADATA_BLOCK_PICTURE is left out"), "\(hidden)")
    #expect(try !holds("hidden.mkv", "Zanzibarrow") && !holds("hidden.mkv", picture) && holds("hidden.mkv", "A walk"))
  }
}
