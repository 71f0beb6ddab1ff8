import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import FrameStream

/// The effect of settings on frames: depth, alpha, gray, lossless coding.
@Suite struct MovieSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let size = PixelSize(width: 48, height: 32)

  /// Colours of 16 bits that differ from pixel to pixel, and few enough of them to be in Y'CbCr of 4:2:0.
  private static func fine(_ phase: Int = 0) -> PixelBuffer {
    PixelBuffer(size: size, format: .rgba16) { bytes in
      let samples = bytes.assumingMemoryBound(to: UInt16.self)
      for pixel in 0..<size.area {
        for c in 0..<3 { samples[4 * pixel + c] = UInt16(12_000 + (pixel * (7 + c) + phase * 900) % 40_000) }
        samples[4 * pixel + 3] = 65535
      }
    }
  }

  private func write(_ pictures: [PixelBuffer], _ settings: MovieSettings, to name: String) throws -> URL {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, settings: settings, overwriting: true)
    for (time, picture) in pictures.enumerated() {
      try writer.write(Frame(pixels: picture, time: MediaTime(value: Int64(time), timescale: 25)))
    }
    try writer.finish()
    return url
  }

  private func read(_ url: URL, as format: FramePixelFormat = .rgba8) async throws -> [PixelBuffer] {
    var pictures: [PixelBuffer] = []
    for try await frame in try VideoFile(contentsOf: url).frames(as: format) { pictures.append(frame.pixels) }
    return pictures
  }

  /// The largest difference between samples of 16 bits.
  private static func worst(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        zip(a.bindMemory(to: UInt16.self), b.bindMemory(to: UInt16.self)).map { abs(Int($0) - Int($1)) }.max() ?? 0
      }
    }
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .vp9, .av1], [VideoBitDepth.eight, .ten])
  func `a movie survives a lossless round trip`(
    codec: VideoCodec, depth: VideoBitDepth
  ) async throws {
    for (matrix, isFullRange) in [(1, false), (9, true)] {
      let color = VideoColorProperties(primaries: matrix, yCbCrMatrix: matrix, isFullRange: isFullRange)
      let settings = MovieSettings(codec: codec, bitDepth: depth, isLossless: true, color: color)
      // The first movie contains the pictures as reduced to 4:2:0; the second must contain the same.
      let format: FramePixelFormat = depth == .ten ? .rgba16 : .rgba8
      let pictures = (0..<3).map { RawVideoTests.smooth(Self.size, phase: $0) }
      let first = try await read(write(pictures, settings, to: "first.mkv"), as: format)
      let second = try await read(write(first, settings, to: "second.mkv"), as: format)
      #expect(first.count == 3 && second.count == 3)
      for (a, b) in zip(first, second) {
        // One sample of luma and one of chroma.
        if depth == .ten {
          #expect(Self.worst(a, b) <= 65535 * 4 / 1023)
        } else {
          #expect(RawVideoTests.worstDifference(a, b) <= 3)
        }
      }
    }
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .vp9, .av1, .ffv1])
  func `gray pictures are the same after a lossless round trip`(codec: VideoCodec) async throws {
    // Soft rings over a checkerboard, large enough for the shortcuts that encoders take.
    let size = PixelSize(width: 512, height: 384)
    let pictures = (0..<6).map { phase in
      PixelBuffer(size: size, format: .rgba8) { bytes in
        for index in 0..<size.area {
          let (x, y) = (Double(index % size.width), Double(index / size.width))
          let board = (index % size.width / 48 + index / size.width / 48) % 2
          let gray = UInt8(128 + 100 * sin((x * x + y * y).squareRoot() / 9 + Double(phase))) / (board == 0 ? 1 : 3)
          for channel in 0..<3 { bytes[4 * index + channel] = gray }
          bytes[4 * index + 3] = 255
        }
      }
    }
    let settings = MovieSettings(codec: codec, content: .gray, isLossless: true)
    let result = try await read(write(pictures, settings, to: "gray.mkv"))
    #expect(result.count == pictures.count)
    for (a, b) in zip(pictures, result) { #expect(RawVideoTests.worstDifference(a, b) == 0) }
  }

  @Test func `frames of 16 bits are written with ten bits, except in VP9 with alpha`() {
    let alpha = MovieSettings(content: .colorWithAlpha)
    #expect(alpha.bitDepth(for: .rgba16, in: "WebM") == .eight && alpha.bitDepth(for: .rgba16, in: "mov") == .ten)
    #expect(MovieSettings(codec: .vp9, content: .colorWithAlpha).bitDepth(for: .rgba16, in: "mkv") == .eight)
    #expect(MovieSettings().bitDepth(for: .rgba16, in: "webm") == .ten)
    #expect(MovieSettings().bitDepth(for: .rgba8, in: "mov") == .eight)
  }

  @Test func `ten bits hold four times as many levels as eight`() async throws {
    let ramp = PixelBuffer(size: PixelSize(width: 1024, height: 16), format: .rgba16) { bytes in
      let samples = bytes.assumingMemoryBound(to: UInt16.self)
      for index in 0..<4 * 1024 * 16 { samples[index] = index % 4 == 3 ? 65535 : UInt16(index / 4 % 1024 * 64) }
    }
    for (depth, levels) in [(VideoBitDepth.eight, 200...256), (.ten, 800...1024)] {
      let url = try write([ramp], MovieSettings(bitDepth: depth, isLossless: true), to: "ramp.mp4")
      let row = try #require(try await read(url, as: .rgba16).first)
      let found = row.withUnsafeBytes { Set($0.bindMemory(to: UInt16.self)) }
      #expect(levels.contains(found.count), "\(found.count) levels")
    }
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv"]) func `ten bits are HEVC unless another codec is asked for`(name: String)
    throws
  {
    let url = try write([Self.fine()], MovieSettings(bitDepth: .ten), to: name)
    #expect(try VideoFile(contentsOf: url).format.codec == "hevc")
    let other = try write([Self.fine()], MovieSettings(codec: .h264, bitDepth: .ten), to: name)
    #expect(try VideoFile(contentsOf: other).format.codec == "h264")
  }

  @Test func `FFV1 loses nothing of 8 and 16 bits`() async throws {
    let pictures = (0..<2).map(Self.fine)
    let deep = try await read(
      write(pictures, MovieSettings(codec: .ffv1, bitDepth: .ten), to: "deep.mkv"), as: .rgba16)
    #expect(zip(deep, pictures).allSatisfy { Self.worst($0, $1) == 0 } && deep.count == 2)
    let smooth = (0..<2).map { RawVideoTests.smooth(Self.size, phase: $0) }
    let plain = try await read(write(smooth, MovieSettings(codec: .ffv1), to: "plain.mkv"))
    #expect(zip(plain, smooth).allSatisfy { $0.bytes == $1.bytes } && plain.count == 2)
  }

  @Test(arguments: [("mkv", VideoCodec.automatic), ("mp4", .automatic), ("mp4", .hevc), ("webm", .vp9), ("mkv", .av1)])
  func `mattes survive without loss`(kind: String, codec: VideoCodec) async throws {
    var random = RepeatableRandomNumberGenerator(seed: 81)
    let matte = PixelBuffer(
      size: Self.size, format: .l8, colorSpace: .linearGray,
      bytes: (0..<Self.size.area).map { _ in UInt8.random(in: 0...255, using: &random) })
    let url = try write([matte], MovieSettings(codec: codec, content: .gray, isLossless: true), to: "matte.\(kind)")
    let found = try #require(try await read(url).first)
    for pixel in 0..<Self.size.area {
      #expect(found.bytes[4 * pixel..<4 * pixel + 3].allSatisfy { $0 == matte.bytes[pixel] })
    }
  }

  @Test func `alpha is written if the container supports it`() throws {
    var picture = RawVideoTests.smooth(Self.size)
    picture.alphaType = .straight
    for (kind, codec) in [("webm", "vp9"), ("mov", "prores"), ("mkv", "ffv1")] {
      for depth in VideoBitDepth.allCases where kind != "webm" || depth == .eight {
        let url = try write([picture], MovieSettings(bitDepth: depth, content: .colorWithAlpha), to: "a.\(kind)")
        let format = try VideoFile(contentsOf: url).format
        #expect(format.hasAlpha && format.codec == codec)
      }
      #expect(try !VideoFile(contentsOf: write([picture], MovieSettings(), to: "b.\(kind)")).format.hasAlpha)
    }
  }

  @Test(arguments: [("a.webm", 20), ("a.mov", 2), ("a.mkv", 0)])
  func `alpha is read on request, and otherwise left out`(name: String, tolerance: Int) async throws {
    let picture = PixelBuffer(
      size: Self.size, format: .rgba8, alphaType: .straight,
      bytes: (0..<Self.size.area).flatMap { pixel -> [UInt8] in [200, 90, 40, pixel % Self.size.width < 24 ? 255 : 0] })
    let video = try VideoFile(contentsOf: write([picture], MovieSettings(content: .colorWithAlpha), to: name))
    for format in [FramePixelFormat.rgba8, .rgba16] {
      for try await frame in video.frames(as: format, keepingAlpha: true) {
        let pixels = frame.pixels.converted(to8Bit: .rgba8)
        #expect(frame.pixels.alphaType == .straight)
        for pixel in 0..<Self.size.area where abs(pixel % Self.size.width - 24) > 2 {
          #expect(abs(Int(pixels.bytes[4 * pixel + 3]) - Int(picture.bytes[4 * pixel + 3])) <= tolerance)
        }
      }
    }
    for try await frame in video.frames {
      #expect(frame.pixels.alphaType == .opaque)
      #expect(stride(from: 3, to: 4 * Self.size.area, by: 4).allSatisfy { frame.pixels.bytes[$0] == 255 })
    }
    // Pictures that may be translucent but are not; VP9 loses a little of alpha too.
    guard tolerance < 20 else { return }
    var opaque = RawVideoTests.smooth(Self.size)
    opaque.alphaType = .straight
    let whole = try VideoFile(
      contentsOf: write([opaque], MovieSettings(content: .colorWithAlpha), to: "whole-\(name)"))
    for try await frame in whole.frames(as: .rgba8, keepingAlpha: true) { #expect(frame.pixels.alphaType == .opaque) }
  }

  @Test func `incompatible settings are one error that names compatible ones`() throws {
    let picture = RawVideoTests.smooth(Self.size)
    let cases: [(MovieSettings, String, String)] = [
      (MovieSettings(content: .colorWithAlpha), "a.mp4", ".webm (VP9 of 8 bits), .mov (ProRes 4444) and .mkv (FFV1)"),
      (MovieSettings(codec: .vp9, bitDepth: .ten, content: .colorWithAlpha), "a.webm", "VP9 of 8 bits"),
      (MovieSettings(codec: .hevc, content: .colorWithAlpha), "a.mov", "no transparency"),
      (MovieSettings(codec: .ffv1), "a.mp4", "cannot hold video coded as ffv1"),
      (MovieSettings(codec: .av1), "a.mov", "QuickTime cannot hold video coded as av1; .mp4 and .mkv can"),
      (MovieSettings(codec: .proRes4444, isLossless: true), "a.mov", "never lossless"),
      (MovieSettings(content: .gray, isLossless: true), "a.avi", "mpeg4 is never lossless"),
      (MovieSettings(timescale: 0), "a.mov", "timescale"),
    ]
    for (settings, name, reason) in cases {
      let error = #expect(throws: FrameStreamError.self) { _ = try write([picture], settings, to: name) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "no error")")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func `premultiplied colours are divided by alpha`() {
    let pixels = PixelBuffer(
      size: PixelSize(width: 4, height: 1), format: .rgba8, alphaType: .premultiplied,
      bytes: [64, 32, 0, 128, 10, 20, 30, 255, 0, 0, 0, 0, 90, 1, 0, 80])
    let straight = StraightAlpha.of(pixels)
    #expect(straight.bytes == [128, 64, 0, 128, 10, 20, 30, 255, 0, 0, 0, 0, 255, 3, 0, 80])
    #expect(straight.alphaType == .straight)
  }

  @Test func `a full disk is an error with the system's reason`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    try #require(full >= 0)
    for kind in ["mp4", "mkv"] {
      let url = folder.url.appending(path: "movie.\(kind)")
      #expect(throws: FrameStreamError.unwritable(file: url.path, reason: "No space left on device", code: ENOSPC)) {
        let frame = Frame(pixels: RawVideoTests.smooth(Self.size), time: .zero)
        let movie = try OpenMovie(
          descriptor: full, url: url, settings: MovieSettings(), copying: nil, first: frame)
        try movie.write(frame)
        try movie.finish(at: nil)
      }
    }
  }
}
