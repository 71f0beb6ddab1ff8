import Foundation
import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

/// Frames as the planes that they were decoded to.
@Suite struct YCbCrPlanesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Planes with samples of all values that a video of this depth has.
  private func planes(
    _ size: PixelSize, depth: Int, seed: UInt64, chroma: PixelSize? = nil, location: ChromaLocation = .left,
    matrix: Int = 1, isFullRange: Bool = false
  ) throws -> YCbCrPlanes {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    func plane(_ size: PixelSize) -> PixelBuffer {
      let top = UInt16(1) << UInt16(depth) - 1
      let samples = (0..<size.area).map { _ in UInt16.random(in: 0...top, using: &random) }
      let bytes = depth > 8 ? samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : samples.map { UInt8($0) }
      return PixelBuffer(size: size, format: depth > 8 ? .l16 : .l8, colorSpace: .linearGray, bytes: bytes)
    }
    let chroma = chroma ?? size.half
    return try YCbCrPlanes(
      luma: plane(size), chroma: (plane(chroma), plane(chroma)), bitsPerComponent: depth, chromaLocation: location,
      yCbCrMatrix: matrix, isFullRange: isFullRange)
  }

  @Test func `planes of a y4m stream are its bytes, and its pixels are converted from them`() async throws {
    let movie = SyntheticY4M.noise(frames: 3, seed: 11)
    let path = try folder.file("noise.y4m", movie.bytes).path
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var count = 0
    for try await frame in try Y4MStream(fileDescriptor: descriptor).frames {
      let planes = try #require(frame.yCbCrPlanes)
      let (cb, cr) = (try #require(planes.cb), try #require(planes.cr))
      #expect(planes.luma.bytes + cb.bytes + cr.bytes == movie.frames[count])
      #expect(planes.luma.size == PixelSize(width: 16, height: 8) && cb.size == PixelSize(width: 8, height: 4))
      #expect(planes.bitsPerComponent == 8 && planes.chromaSubsampling == .yuv420 && planes.chromaLocation == .center)
      #expect(planes.yCbCrMatrix == 6 && !planes.isFullRange)
      // The same planes as a frame of one's own.
      let own = Frame(planes: planes, time: frame.time)
      #expect(own.yCbCrPlanes == planes && own.size == frame.size && own.pixels == frame.pixels)
      count += 1
    }
    #expect(count == 3)
  }

  @Test(arguments: [(8, VideoCodec.h264), (8, .hevc), (10, .hevc), (10, .h264)])
  func `planes of 8 and 10 bits are coded and decoded without conversion`(depth: Int, codec: VideoCodec) async throws {
    let size = PixelSize(width: 64, height: 48)
    let frames = try (0..<3).map { number in
      Frame(
        planes: try planes(size, depth: depth, seed: UInt64(number + depth)),
        time: MediaTime(value: Int64(number), timescale: 25))
    }
    let url = folder.url.appending(path: "planes.mkv")
    let settings = MovieSettings(
      codec: codec, bitDepth: depth > 8 ? .ten : .eight, isLossless: true, color: VideoColorProperties())
    let writer = try MovieWriter(url: url, settings: settings)
    for frame in frames { try writer.write(frame) }
    try writer.finish()
    // Whatever the format that pixels would have.
    for format in FramePixelFormat.allCases {
      var read: [YCbCrPlanes] = []
      for try await frame in try VideoFile(contentsOf: url).frames(as: format) {
        read.append(try #require(frame.yCbCrPlanes))
      }
      #expect(read.count == 3)
      for (planes, frame) in zip(read, frames) {
        let own = try #require(frame.yCbCrPlanes)
        #expect(planes.bitsPerComponent == depth && planes.chromaSubsampling == .yuv420)
        #expect(planes.luma.bytes == own.luma.bytes && planes.cb?.bytes == own.cb?.bytes)
        #expect(planes.cr?.bytes == own.cr?.bytes)
        #expect(planes.yCbCrMatrix == 1 && planes.chromaLocation == .left && !planes.isFullRange)
      }
    }
  }

  @Test func `planes of every layout survive a round trip through pixels`() throws {
    let size = PixelSize(width: 7, height: 5)
    let layouts: [(PixelSize, ChromaSubsampling)] = [
      (size, .yuv444), (size.half, .yuv420), (PixelSize(width: 4, height: 5), .yuv422),
      (PixelSize(width: 7, height: 3), .yuv440),
    ]
    for (chroma, subsampling) in layouts {
      for (location, matrix) in zip([ChromaLocation.left, .center, .topLeft, .top], [1, 4, 7, 9]) {
        let planes = try planes(
          size, depth: 8, seed: 3, chroma: chroma, location: location, matrix: matrix, isFullRange: matrix == 4)
        #expect(planes.chromaSubsampling == subsampling)
        let back = try #require(Frame(planes: planes, time: .zero).yCbCrPlanes)
        #expect(back.chromaSubsampling == subsampling && back.yCbCrMatrix == matrix)
        #expect(back.isFullRange == planes.isFullRange && back.luma == planes.luma && back.cr == planes.cr)
        let isWhole = subsampling == .yuv444
        #expect((back.chromaLocation == .unspecified) == isWhole)
        if subsampling == .yuv420 { #expect(back.chromaLocation == location) }
      }
    }
  }

  @Test func `a gray picture has only luma`() throws {
    let luma = PixelBuffer(size: PixelSize(width: 4, height: 4), format: .l8, colorSpace: .linearGray)
    let planes = try YCbCrPlanes(luma: luma, chroma: nil)
    #expect(planes.chromaSubsampling == .monochrome && planes.cb == nil)
    let frame = Frame(planes: planes, time: .zero)
    // 0 lies below the black of a limited range.
    #expect(frame.pixels.bytes.prefix(4) == [0, 0, 0, 255])
  }

  @Test func `frames with pixels, and those with changed pixels, have no planes`() throws {
    let size = PixelSize(width: 8, height: 8)
    #expect(Frame(pixels: PixelBuffer(size: size, format: .rgba8), time: .zero).yCbCrPlanes == nil)
    var frame = Frame(planes: try planes(size, depth: 8, seed: 1), time: .zero)
    #expect(frame.yCbCrPlanes != nil)
    frame.pixels.withUnsafeMutableBytes { $0[0] ^= 1 }
    #expect(frame.yCbCrPlanes == nil)
  }

  @Test func `10 bits become pixels of 16`() throws {
    let frame = Frame(planes: try planes(PixelSize(width: 8, height: 8), depth: 10, seed: 9), time: .zero)
    #expect(frame.pixels.format == .rgba16)
  }

  @Test func `inconsistent planes are refused`() throws {
    let size = PixelSize(width: 8, height: 6)
    let (luma, deep) = (PixelBuffer(size: size, format: .l8), PixelBuffer(size: size, format: .l16))
    let half = PixelBuffer(size: size.half, format: .l8)
    #expect(throws: FrameStreamError.self) { try YCbCrPlanes(luma: luma, chroma: (half, luma)) }
    #expect(throws: FrameStreamError.self) {
      try YCbCrPlanes(luma: luma, chroma: (PixelBuffer(size: PixelSize(width: 2, height: 2), format: .l8), half))
    }
    #expect(throws: FrameStreamError.self) { try YCbCrPlanes(luma: deep, chroma: nil) }
    #expect(throws: FrameStreamError.self) { try YCbCrPlanes(luma: luma, chroma: nil, bitsPerComponent: 10) }
    #expect(throws: FrameStreamError.self) { try YCbCrPlanes(luma: deep, chroma: nil, bitsPerComponent: 17) }
    #expect(throws: FrameStreamError.self) { try YCbCrPlanes(luma: luma, chroma: nil, yCbCrMatrix: 8) }
    #expect(throws: FrameStreamError.self) {
      try YCbCrPlanes(luma: luma, chroma: (half, half), chromaLocation: .bottom)
    }
  }

  @Test func `a y4m stream that is passed on keeps its samples`() async throws {
    var movie = SyntheticY4M.noise(frames: 2, seed: 5)
    movie.tags = "F25:1 C420mpeg2"
    let (input, output) = (try folder.file("in.y4m", movie.bytes).path, try folder.file("out.y4m", []).path)
    let (reading, writing) = (open(input, O_RDONLY), open(output, O_WRONLY))
    defer { for descriptor in [reading, writing] { close(descriptor) } }
    let writer = try Y4MWriter(fileDescriptor: writing, frameRate: 25)
    for try await frame in try Y4MStream(fileDescriptor: reading).frames { try writer.write(frame) }
    try writer.finish()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: output)))
    let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
    let frames = movie.frames.flatMap { (samples: [UInt8]) -> [UInt8] in Array("FRAME\n".utf8) + samples }
    #expect(Array(bytes[header...]) == frames)
  }
}
