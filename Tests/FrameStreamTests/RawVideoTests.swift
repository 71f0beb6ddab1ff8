import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct RawVideoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture with slowly changing colours, for which chroma of half the size suffices.
  static func smooth(_ size: PixelSize, phase: Int = 0) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba8) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = (y * size.width + x) * 4
          bytes[place] = UInt8(60 + x * 120 / size.width)
          bytes[place + 1] = UInt8(60 + y * 120 / size.height)
          bytes[place + 2] = UInt8(60 + (phase * 30) % 120)
          bytes[place + 3] = 255
        }
      }
    }
  }

  static func worstDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  private func frames(_ sequence: FrameSequence) async throws -> [Frame] {
    var frames: [Frame] = []
    for try await frame in sequence { frames.append(frame) }
    return frames
  }

  @Test(arguments: RawVideoLayout.allCases, [PixelSize(width: 40, height: 30), PixelSize(width: 41, height: 35)])
  func `written data are read again`(layout: RawVideoLayout, size: PixelSize) async throws {
    let path = try folder.file("raw", []).path
    let output = open(path, O_WRONLY)
    let writer = try RawVideoWriter(fileDescriptor: output, layout: layout, name: "raw")
    close(output)
    let pictures = (0..<3).map { Self.smooth(size, phase: $0) }
    for picture in pictures { try writer.write(Frame(pixels: picture, time: .zero)) }
    try writer.finish()

    let input = open(path, O_RDONLY)
    defer { close(input) }
    let stream = try RawVideoStream(
      fileDescriptor: input, size: size, layout: layout, frameRate: FrameRate(numerator: 30000, denominator: 1001),
      name: "raw")
    let read = try await frames(stream.frames)
    #expect(read.map(\.time) == (0..<3).map { MediaTime(value: $0 * 1001, timescale: 30000) })
    for (frame, picture) in zip(read, pictures) {
      switch layout {
      case .rgba, .bgra, .rgb24: #expect(frame.pixels == picture)
      case .yuv420p: #expect(Self.worstDifference(frame.pixels, picture) <= 4)
      case .gray:
        let (red, green, blue) = (Double(picture.bytes[0]), Double(picture.bytes[1]), Double(picture.bytes[2]))
        #expect(abs(Double(frame.pixels.bytes[0]) - (0.2126 * red + 0.7152 * green + 0.0722 * blue)) < 1.5)
      }
    }
  }

  @Test func `a stream that ends within a frame gives its complete frames and then an error`() async throws {
    let size = PixelSize(width: 8, height: 4)
    let path = try folder.file("raw", [UInt8](repeating: 77, count: 8 * 4 * 3 * 2 + 5)).path
    let input = open(path, O_RDONLY)
    defer { close(input) }
    let stream = try RawVideoStream(
      fileDescriptor: input, size: size, layout: .rgb24, frameRate: 25, name: "raw")
    var seen = 0
    await #expect(throws: FrameStreamError.malformed(file: "raw", reason: "frame 2 ends after 5 of 96 bytes")) {
      for try await _ in stream.frames { seen += 1 }
    }
    #expect(seen == 2)
  }

  @Test func `implausibly large frames are refused`() {
    #expect(throws: FrameStreamError.self) {
      _ = try RawVideoStream(
        size: PixelSize(width: 1_000_000, height: 1_000_000), layout: .rgba, frameRate: 25)
    }
  }
}
