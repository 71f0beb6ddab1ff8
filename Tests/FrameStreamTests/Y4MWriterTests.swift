import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct Y4MWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ pictures: [PixelBuffer]) throws -> String {
    let path = try folder.file("out.y4m", []).path
    let output = open(path, O_WRONLY)
    defer { close(output) }
    let writer = try Y4MWriter(
      fileDescriptor: output, frameRate: FrameRate(numerator: 24000, denominator: 1001), name: "out.y4m")
    for picture in pictures { try writer.write(Frame(pixels: picture, time: .zero)) }
    try writer.finish()
    return path
  }

  @Test(arguments: [
    PixelSize(width: 48, height: 32), PixelSize(width: 33, height: 65), PixelSize(width: 2, height: 720),
  ])
  func `written frames are read again, through the pipe and through FFmpeg`(size: PixelSize) async throws {
    let pictures = (0..<2).map { RawVideoTests.smooth(size, phase: $0) }
    let path = try write(pictures)
    let input = open(path, O_RDONLY)
    defer { close(input) }
    let stream = try Y4MStream(fileDescriptor: input)
    let sequences = [stream.frames, try VideoFile(contentsOf: .init(filePath: path)).frames]
    for sequence in sequences {
      var read: [Frame] = []
      for try await frame in sequence { read.append(frame) }
      #expect(read.map(\.time) == (0..<2).map { MediaTime(value: $0 * 1001, timescale: 24000) })
      for (frame, picture) in zip(read, pictures) where size.width > 2 {
        #expect(RawVideoTests.worstDifference(frame.pixels, picture) <= 4)
      }
    }
  }

  @Test func `flat colours are converted by the standards`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 51)
    for height in [4, 720] {
      let (kr, kb) = height == 720 ? (0.2126, 0.0722) : (0.299, 0.114)
      for _ in 0..<30 {
        let color = (0..<3).map { _ in Double(UInt8.random(in: 0...255, using: &random)) }
        let picture = PixelBuffer(size: PixelSize(width: 4, height: height), format: .rgba8) { bytes in
          for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(color[index % 4]) }
        }
        var planes = PackedPlanes()
        planes.fill(from: Frame(pixels: picture, time: .zero))
        let y = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2]
        let expected = [
          16 + y * 219 / 255, 128 + (color[2] - y) / (2 * (1 - kb)) * 224 / 255,
          128 + (color[0] - y) / (2 * (1 - kr)) * 224 / 255,
        ]
        let luma = 4 * height
        for (index, byte) in planes.bytes.enumerated() {
          let plane = index < luma ? 0 : index < luma + luma / 4 ? 1 : 2
          #expect(abs(Double(byte) - expected[plane]) < 0.51)
        }
      }
    }
  }

  @Test func `a pipe that its reader closes is a typed error and does not end the program`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let writer = try Y4MWriter(fileDescriptor: ends[1], frameRate: 25, name: "pipe")
    close(ends[1])
    try writer.write(Frame(pixels: RawVideoTests.smooth(PixelSize(width: 16, height: 16)), time: .zero))
    close(ends[0])
    #expect(throws: FrameStreamError.unwritable(file: "pipe", reason: "its reader has closed it", code: EPIPE)) {
      try writer.write(Frame(pixels: RawVideoTests.smooth(PixelSize(width: 16, height: 16)), time: .zero))
    }
  }

  @Test func `frames of different sizes are refused`() throws {
    let pictures = [16, 18].map { RawVideoTests.smooth(PixelSize(width: $0, height: 16)) }
    #expect(throws: FrameStreamError.self) { _ = try write(pictures) }
  }
}
