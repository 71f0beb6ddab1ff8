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
      let outcome = try MatteTool.run(
        "retime", source, "--rate", "2", "--metadata", policy, "-o", material.path("\(policy).mp4"))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try holds("\(policy).mp4", "Zanzibarrow") == isKept, "\(policy)")
      pictures.insert(try material.ffmpeg("-i", material.path("\(policy).mp4"), "-f", "framemd5", "-"))
    }
    #expect(pictures.count == 1 && pictures.first?.split(separator: "\n").filter { !$0.hasPrefix("#") }.count == 6)
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
      let outcome = try MatteTool.run(
        "retime", source, "--rate", "2", "--metadata", policy, "-o", material.path("\(policy).mp4"))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try holds("\(policy).mp4", word) == isKept, "\(policy)")
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
}
