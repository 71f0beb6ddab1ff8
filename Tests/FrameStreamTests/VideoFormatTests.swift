import FoundationEssentials
import Imaging
import Support
import Testing

@testable import FrameStream

@Suite struct VideoFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ settings: MovieSettings, to name: String, size: PixelSize = PixelSize(width: 96, height: 48),
    colorSpace: ColorSpace = .sRGB
  ) throws -> VideoFile {
    let url = folder.url.appending(path: name)
    let writer = try MovieWriter(url: url, settings: settings)
    for time in 0..<3 {
      var pixels = RawVideoTests.smooth(size, phase: time)
      pixels.colorSpace = colorSpace
      try writer.write(Frame(pixels: pixels, time: MediaTime(value: Int64(time), timescale: 25)))
    }
    try writer.finish()
    return try VideoFile(contentsOf: url)
  }

  @Test(
    arguments: [
      (.h264, "mp4"), (.h264, "mkv"), (.hevc, "mov"), (.hevc, "mkv"), (.vp9, "webm"), (.vp9, "mp4"), (.av1, "mp4"),
      (.av1, "mkv"),
    ] as [(VideoCodec, String)])
  func `the format agrees with the file`(codec: VideoCodec, kind: String) throws {
    let colors = [
      VideoColorProperties(yCbCrMatrix: 6), VideoColorProperties(isFullRange: true),
      VideoColorProperties(primaries: 12, transferFunction: 1, yCbCrMatrix: 6),
      VideoColorProperties(primaries: 9, transferFunction: 14, yCbCrMatrix: 9, chromaLocation: .topLeft),
    ]
    for color in colors {
      for depth in VideoBitDepth.allCases {
        let format = try write(
          MovieSettings(
            codec: codec, bitDepth: depth, color: color,
            pixelAspectRatio: PixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)),
          to: "\(depth)\(color.hashValue).\(kind)"
        ).format
        #expect(format.bitsPerComponent == depth.rawValue)
        #expect(format.chromaSubsampling == .yuv420)
        #expect(format.codec == codec.rawValue)
        #expect(format.pixelAspectRatio.value == 4.0 / 3)
        #expect(!format.hasAlpha && !format.isInterlaced && !format.isHighDynamicRange)
        #expect(format.otherStreams.isEmpty)
        var found = format.color
        // VP9 does not tell where chroma stands.
        if codec == .vp9 { found.chromaLocation = color.chromaLocation }
        #expect(found == color, "\(depth)")
      }
    }
  }

  @Test func `the times and the number of frames are those of the container`() throws {
    let format = try write(MovieSettings(), to: "movie.mp4").format
    #expect(format.startTime == .zero)
    #expect(format.frameCount == 3)
  }

  @Test func `a movie of high dynamic range is refused for effects, and read otherwise`() async throws {
    for (transfer, name) in [(16, "PQ"), (18, "HLG")] {
      let color = VideoColorProperties(primaries: 9, transferFunction: transfer, yCbCrMatrix: 9)
      let url = folder.url.appending(path: "\(name).mp4")
      let writer = try MovieWriter(
        url: url, settings: MovieSettings(codec: .hevc, bitDepth: .ten, color: color))
      let gray = PixelBuffer(size: PixelSize(width: 64, height: 64), format: .rgba16) { bytes in
        for index in bytes.indices { bytes[index] = 120 }
      }
      try writer.write(Frame(pixels: gray, time: .zero))
      try writer.finish()
      let video = try VideoFile(contentsOf: url)
      #expect(video.format.isHighDynamicRange)
      let error = #expect(throws: FrameStreamError.self) { try video.requireRenderable() }
      #expect(error?.description.contains("it is HDR (\(name), BT.2100)") == true)
      #expect(error?.description.contains("zscale") == true)
      for try await frame in video.frames { #expect(frame.pixels.colorSpace == .sRGB) }
      // Eight bits are never called HDR.
      for depth in VideoBitDepth.allCases {
        let error = #expect(throws: FrameStreamError.self) {
          _ = try write(MovieSettings(codec: .hevc, bitDepth: depth, color: color), to: "never.mp4")
        }
        #expect(error?.description.contains("bits") == true)
      }
    }
    try write(MovieSettings(), to: "sdr.mp4").requireRenderable()
  }

  @Test func `interlaced pictures are refused for effects`() throws {
    for tag in ["It", "Ib"] {
      var movie = SyntheticY4M.noise(frames: 2, seed: 9)
      movie.tags = "F25:1 \(tag) A1:1 C420jpeg"
      let video = try VideoFile(contentsOf: folder.file("a.y4m", movie.bytes))
      #expect(video.format.isInterlaced)
      let error = #expect(throws: FrameStreamError.self) { try video.requireRenderable() }
      #expect(error?.description.contains("interlaced") == true && error?.description.contains("bwdif") == true)
    }
    let plain = try VideoFile(contentsOf: folder.file("b.y4m", SyntheticY4M.noise(frames: 2, seed: 9).bytes))
    #expect(!plain.format.isInterlaced)
    try plain.requireRenderable()
  }

  @Test func `frames are in the space of the primaries`() async throws {
    for (primaries, space) in [(1, ColorSpace.sRGB), (2, .sRGB), (6, .sRGB), (12, .displayP3), (9, nil)] {
      let color = VideoColorProperties(primaries: primaries, yCbCrMatrix: primaries == 9 ? 9 : 1)
      let video = try write(MovieSettings(color: color), to: "\(primaries).mp4")
      for try await frame in video.frames {
        guard let space else {
          // The profile names the primaries, in UTF-16.
          guard case .icc(let profile) = frame.pixels.colorSpace else {
            Issue.record("BT.2020 is in \(frame.pixels.colorSpace.name)")
            return
          }
          #expect(Data(profile).range(of: Data("BT.2020".utf8.flatMap { [0, $0] })) != nil)
          continue
        }
        #expect(frame.pixels.colorSpace == space, "\(primaries)")
      }
    }
    // Frames in Display P3 make a movie that says so, and those in a video's other spaces too.
    for primaries in [12, 9, 11] {
      let space = VideoColorProperties.space(primaries: primaries)
      #expect(
        try write(MovieSettings(), to: "a\(primaries).mov", colorSpace: space).format.color.primaries == primaries)
    }
  }

  @Test func `formats of all kinds are described`() throws {
    let cases: [(tag: String, chroma: ChromaSubsampling, bytes: Int)] = [
      ("420jpeg", .yuv420, 192), ("422", .yuv422, 256), ("444", .yuv444, 384), ("mono", .monochrome, 128),
      ("411", .yuv411, 192),
    ]
    for (tag, chroma, bytes) in cases {
      let movie = SyntheticY4M(
        width: 16, height: 8, tags: "F25:1 Ip A10:11 C\(tag)", frames: [[UInt8](repeating: 100, count: bytes)])
      let format = try VideoFile(contentsOf: folder.file("\(tag).y4m", movie.bytes)).format
      #expect(format.chromaSubsampling == chroma && format.bitsPerComponent == 8, "\(tag)")
      #expect(format.pixelAspectRatio == PixelAspectRatio(horizontalSpacing: 10, verticalSpacing: 11))
      #expect(format.color.isFullRange == (tag == "mono"))
    }
    let rgb = try VideoFile(
      contentsOf: folder.file("a.mov", SyntheticMovie(durations: [1], colors: [(1, 2, 3)], sound: [1, 2]).bytes))
    #expect(rgb.format.chromaSubsampling == nil && rgb.format.codec == "rawvideo" && rgb.format.color.isFullRange)
    #expect(rgb.format.color.yCbCrMatrix == 0)
    let written = try write(MovieSettings(color: rgb.format.color), to: "written.mp4")
    #expect(written.format.color.yCbCrMatrix == 6 && !written.format.color.isFullRange)
    #expect(rgb.format.otherStreams.map(\.kind) == [.sound])
    #expect(rgb.format.otherStreams.map(\.codec) == ["pcm_s16le"])
  }
}
