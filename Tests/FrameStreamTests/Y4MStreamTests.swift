import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct Y4MStreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stream(_ bytes: [UInt8]) throws -> Y4MStream {
    let path = try folder.file("stream.y4m", bytes).path
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try Y4MStream(fileDescriptor: descriptor, name: "stream.y4m")
  }

  private func frames(_ bytes: [UInt8]) async throws -> [Frame] {
    var frames: [Frame] = []
    for try await frame in try stream(bytes).frames { frames.append(frame) }
    return frames
  }

  @Test(arguments: [
    (UInt8(16), UInt8(128), UInt8(128)), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110), (255, 255, 0),
  ])
  func `a flat colour is converted by BT 601`(color: (UInt8, UInt8, UInt8)) async throws {
    let color = (y: color.0, cb: color.1, cr: color.2)
    let layouts: [(tag: String, chroma: Int)] = [
      ("420jpeg", 6), ("420mpeg2", 6), ("420paldv", 6), ("422", 9), ("444", 15),
    ]
    for layout in layouts {
      for isFullRange in [false, true] {
        let frame = SyntheticY4M.flat(color, luma: 15, chroma: layout.chroma)
        let movie = SyntheticY4M(
          width: 5, height: 3, tags: "F25:1 C\(layout.tag)" + (isFullRange ? " XCOLORRANGE=FULL" : ""), frames: [frame])
        let pixels = try #require(try await frames(movie.bytes).first).pixels
        let expected = expectedRGB(color, isHighDefinition: false, isFullRange: isFullRange)
        for (index, byte) in pixels.bytes.enumerated() {
          let wanted = index % 4 == 3 ? 255 : expected[index % 4]
          #expect(abs(Double(byte) - wanted) <= 0.51, "\(layout.tag), full range \(isFullRange), byte \(index)")
        }
      }
    }
  }

  @Test func `high definition is BT 709`() async throws {
    let color: (y: UInt8, cb: UInt8, cr: UInt8) = (100, 80, 200)
    let frame = SyntheticY4M.flat(color, luma: 2 * 720, chroma: 360)
    let movie = SyntheticY4M(width: 2, height: 720, tags: "F25:1", frames: [frame])
    let pixels = try #require(try await frames(movie.bytes).first).pixels
    let expected = expectedRGB(color, isHighDefinition: true, isFullRange: false)
    for channel in 0..<3 { #expect(abs(Double(pixels.bytes[channel]) - expected[channel]) <= 0.51) }
  }

  @Test func `chroma is interpolated between its samples`() async throws {
    // A gray of 128 in full range, where red is 128 + 1.402 (Cr - 128); the Cr samples are 128 and 168.
    let luma = [UInt8](repeating: 128, count: 4)
    let (cb, cr): ([UInt8], [UInt8]) = ([128, 128], [128, 168])
    func reds(_ tag: String) async throws -> [Int] {
      let movie = SyntheticY4M(
        width: 4, height: 1, tags: "F25:1 C\(tag) XCOLORRANGE=FULL", frames: [luma + cb + cr])
      let pixels = try #require(try await frames(movie.bytes).first).pixels
      return (0..<4).map { Int(pixels.bytes[$0 * 4]) }
    }
    // In the middle of pairs: at 0.5 and 2.5; on the even columns: at 0 and 2.
    #expect(try await reds("420jpeg") == [128, 142, 170, 184])
    #expect(try await reds("422") == [128, 156, 184, 184])
  }

  @Test(arguments: ["420jpeg", "420mpeg2", "420paldv", "422", "444"])
  func `rows longer than a tile have no seam`(tag: String) async throws {
    // A ramp of chroma along a row of 2101 pixels: interpolated, red (BT.709) never falls and never leaps.
    let (width, height) = (2101, 3)
    let (columns, rows) = tag == "444" ? (width, height) : (1051, tag == "422" ? 3 : 2)
    let ramp = (0..<rows).flatMap { _ in (0..<columns).map { UInt8($0 * 127 / columns + 64) } }
    let luma = [UInt8](repeating: 128, count: width * height)
    let movie = SyntheticY4M(
      width: width, height: height, tags: "F25:1 C\(tag) XCOLORRANGE=FULL", frames: [luma + ramp + ramp])
    let bytes = try #require(try await frames(movie.bytes).first).pixels.bytes
    for x in 0..<width * height where x % width > 0 {
      let step = Int(bytes[4 * x]) - Int(bytes[4 * x - 4])
      #expect((0...2).contains(step), "\(step) at \(x)")
    }
    #expect(bytes[0] == 27 && bytes[4 * width - 4] == 226)
  }

  @Test func `mono is gray in full range`() async throws {
    let movie = SyntheticY4M(width: 3, height: 1, tags: "F25:1 Cmono", frames: [[0, 77, 255]])
    let pixels = try #require(try await frames(movie.bytes).first).pixels
    #expect(pixels.bytes == [0, 0, 0, 255, 77, 77, 77, 255, 255, 255, 255, 255])
    #expect(pixels.format == .rgba8 && pixels.alphaType == .opaque)
  }

  @Test func `times are exact multiples of the frame duration`() async throws {
    let movie = SyntheticY4M.noise(frames: 4, seed: 1)
    let times = try await frames(movie.bytes).map(\.time)
    #expect(times == (0..<4).map { MediaTime(value: $0 * 1001, timescale: 30000) })
    #expect(try stream(movie.bytes).nominalFrameRate == 30000.0 / 1001)
  }

  @Test func `a frame is read from a pipe before the next is written`() async throws {
    let movie = SyntheticY4M.noise(frames: 2, seed: 2)
    let half = movie.bytes.count - (16 * 8 * 3 / 2 + 6)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(write(ends[1], movie.bytes, half) == half)
    let stream = try Y4MStream(fileDescriptor: ends[0], name: "pipe")
    close(ends[0])
    var iterator = stream.frames.makeAsyncIterator()
    #expect(try await iterator.next()?.time == .zero)
    try #require(write(ends[1], Array(movie.bytes[half...]), movie.bytes.count - half) == movie.bytes.count - half)
    close(ends[1])
    #expect(try await iterator.next()?.time == MediaTime(value: 1001, timescale: 30000))
    #expect(try await iterator.next() == nil)
  }

  @Test func `a stream truncated anywhere gives every frame before and a typed error`() async throws {
    let movie = SyntheticY4M.noise(frames: 2, seed: 3)
    let bytes = movie.bytes
    let frameBytes = 16 * 8 * 3 / 2 + 6
    let header = bytes.count - 2 * frameBytes
    let edges = [header, header + frameBytes, bytes.count - 1]
    for length in Array(stride(from: 0, to: bytes.count, by: 11)) + edges {
      var seen = 0
      do {
        for try await _ in try stream(Array(bytes[..<length])).frames { seen += 1 }
        #expect(length >= header && (length - header) % frameBytes == 0, "a cut at \(length) was not noticed")
      } catch let error as FrameStreamError {
        #expect(error.description.hasPrefix("stream.y4m: "))
      }
      #expect(seen == max(0, length - header) / frameBytes)
    }
  }

  @Test(arguments: [
    ("YUV4MPEG W4 H4\n", "not a video"), ("YUV4MPEG2 H4 F25:1\n", "size"), ("YUV4MPEG2 W0 H4\n", "size"),
    ("YUV4MPEG2 W-3 H4\n", "size"), ("YUV4MPEG2 W99999999999999999999 H4\n", "size"),
    ("YUV4MPEG2 W4000000 H4000000\n", "refused"), ("YUV4MPEG2 W9223372036854775807 H2\n", "refused"),
    ("YUV4MPEG2 W4 H4 Fabc\n", "frame rate"), ("YUV4MPEG2 W4 H4 F-1:2\n", "frame rate"),
    ("YUV4MPEG2 W4 H4 C420p10\n", "C420p10"), (String(repeating: "Y", count: 10000), "more than"), ("", "empty"),
    ("YUV4MPEG2 W4 H4\nFRAMES\n", "FRAME"),
  ])
  func `an invalid stream is an error that says why`(text: String, reason: String) async throws {
    let error = await #expect(throws: FrameStreamError.self) { _ = try await frames(Array(text.utf8)) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "no error")")
  }

  @Test func `a closed descriptor is an error`() {
    #expect(throws: FrameStreamError.self) { _ = try Y4MStream(fileDescriptor: -1, name: "nothing") }
  }
}
