import FoundationEssentials
import Imaging
import PhotoFile
import Support
import Testing

@testable import FrameStream

@Suite struct ImageSequenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ value: UInt8, orientation: Orientation = .up, name: String) throws {
    let pixels = PixelBuffer(
      size: PixelSize(width: 4, height: 2), format: .rgba8,
      bytes: (0..<8).flatMap { _ in [value, value, value, UInt8(255)] })
    try Photo(pixels: pixels, orientation: orientation).write(to: folder.url.appending(path: name), as: .png)
  }

  private func values(_ sequence: ImageSequence) async throws -> [UInt8] {
    var values: [UInt8] = []
    for try await frame in sequence.frames { values.append(frame.pixels.bytes[0]) }
    return values
  }

  @Test func `pictures of a folder and of a pattern have natural numeric order`() async throws {
    for number in [10, 2, 1, 100] { try picture(UInt8(number), name: "f\(number).png") }
    try picture(7, name: "other-7.png")
    _ = try folder.file("notes.txt", [1, 2, 3])
    #expect(try await values(ImageSequence(matching: folder.url.path)) == [1, 2, 10, 100, 7])
    #expect(try await values(ImageSequence(matching: folder.url.path + "/f*.png")) == [1, 2, 10, 100])
    #expect(try await values(ImageSequence(matching: folder.url.path + "/f?.png")) == [1, 2])
    #expect(try await values(ImageSequence(matching: folder.url.path + "/f10.png")) == [10])
  }

  @Test func `frames of an animation that are not read are reported`() async throws {
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let animation = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + frame + frame + [0x3B]
    let files = try ["a.gif", "b.gif", "c.gif"].map { try folder.file($0, animation) }
    let one = try ImageSequence(files: [files[0]])
    #expect(one.warnings.messages.isEmpty)
    // A second iteration does not report it again.
    for _ in 0..<2 { _ = try await values(one) }
    #expect(one.warnings.messages == ["only the first of 2 frames is read"])
    try picture(1, name: "d.png")
    let several = try ImageSequence(files: files + [folder.url.appending(path: "d.png")])
    _ = try await values(several)
    #expect(several.warnings.messages == ["a.gif (and 2 more pictures): only the first of 2 frames is read"])
  }

  @Test func `a number placeholder matches all existing numbers`() async throws {
    for (index, number) in ["001", "002", "010", "1000", "0999", "1", "x", ""].enumerated() {
      try picture(UInt8(index + 1), name: "f\(number).png")
    }
    func found(_ name: String) async throws -> [UInt8] {
      try await values(ImageSequence(matching: folder.url.path + "/" + name))
    }
    #expect(try await found("f%03d.png") == [1, 2, 3, 4])
    #expect(try await found("f%d.png") == [6, 4])
    // A file of that name is meant itself.
    try picture(9, name: "f%03d.png")
    #expect(try await found("f%03d.png") == [9])
    for (name, isPattern) in [
      ("f%03d.png", true), ("a/%d", true), ("%d/a.png", false), ("%d%d.png", false), ("5%.png", false),
    ] {
      #expect(ImageSequence.isPattern(name) == isPattern, "\(name)")
    }
    #expect(throws: FrameStreamError.self) { _ = try ImageSequence(matching: folder.url.path + "/g%d.png") }
  }

  @Test func `missing numbers are reported`() throws {
    for number in [3, 4, 6, 9] { try picture(0, name: "g00\(number).png") }
    let sentence = "number 5 and 2 more of its pictures are missing; those after it come earlier"
    for (name, messages) in [("g%03d.png", [sentence]), ("g*.png", []), ("g%d.png", [sentence])] where name != "g%d.png"
    {
      let sequence = try ImageSequence(matching: folder.url.path + "/" + name)
      #expect(sequence.warnings.messages == messages, "\(name)")
    }
    try picture(0, name: "h1.png")
    #expect(try ImageSequence(matching: folder.url.path + "/h%d.png").warnings.messages.isEmpty)
  }

  @Test func `times are multiples of the frame's duration and orientations are the pictures'`() async throws {
    for number in 0..<3 { try picture(0, orientation: number == 1 ? .right : .up, name: "\(number).png") }
    var frames: [Frame] = []
    for try await frame in try ImageSequence(
      matching: folder.url.path, frameRate: FrameRate(numerator: 30000, denominator: 1001)
    ).frames {
      frames.append(frame)
    }
    #expect(frames.map(\.time) == (0..<3).map { MediaTime(value: $0 * 1001, timescale: 30000) })
    #expect(frames.map(\.orientation) == [.up, .right, .up])
  }

  @Test func `a damaged picture is an error that names it, after the pictures before it`() async throws {
    try picture(1, name: "1.png")
    try picture(2, name: "2.png")
    let damaged = try folder.file("3.png", [1, 2, 3])
    var seen = 0
    let error = await #expect(throws: FrameStreamError.self) {
      for try await _ in try ImageSequence(matching: folder.url.path).frames { seen += 1 }
    }
    #expect(seen == 2)
    #expect(error?.description.hasPrefix(damaged.path + ": ") == true)
  }

  @Test func `a pattern without matches is an error`() {
    #expect(throws: FrameStreamError.self) { _ = try ImageSequence(matching: folder.url.path) }
    #expect(throws: FrameStreamError.self) { _ = try ImageSequence(matching: folder.url.path + "/*.png") }
  }

  @Test func `frames become numbered pictures`() async throws {
    let writer = ImageSequenceWriter(folder: folder.url)
    for value in [UInt8(9), 8, 7] {
      let pixels = PixelBuffer(
        size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [value, value, value, 255])
      try writer.write(Frame(pixels: pixels, time: .zero))
    }
    try writer.finish()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
        "000001.png", "000002.png", "000003.png",
      ])
    #expect(try await values(ImageSequence(matching: folder.url.path)) == [9, 8, 7])
  }

  @Test(arguments: [(EncodingOptions.jpeg(), "000001.jpg"), (.webP(), "000001.webp")])
  func `pictures have the extension of their format`(options: EncodingOptions, name: String) throws {
    let writer = ImageSequenceWriter(folder: folder.url, as: options)
    let pixels = PixelBuffer(size: PixelSize(width: 1, height: 1), format: .rgba8, bytes: [1, 2, 3, 255])
    try writer.write(Frame(pixels: pixels, time: .zero))
    try writer.finish()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [name])
  }
}
