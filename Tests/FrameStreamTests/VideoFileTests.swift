import FoundationEssentials
import Glibc
import Imaging
import PhotoFile
import Support
import Testing

@testable import FrameStream

@Suite struct VideoFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func frames(of video: VideoFile) async throws -> [Frame] {
    var frames: [Frame] = []
    for try await frame in video.frames { frames.append(frame) }
    return frames
  }

  @Test func `a y4m file has its size, rate, length and times`() async throws {
    let movie = SyntheticY4M.noise(frames: 5, seed: 4)
    let video = try VideoFile(contentsOf: folder.file("a.y4m", movie.bytes))
    #expect(video.size == PixelSize(width: 16, height: 8))
    #expect(video.orientation == .up)
    #expect(video.nominalFrameRate == 30000.0 / 1001)
    #expect(video.duration == MediaTime(value: 5 * 1001, timescale: 30000))
    let times = try await frames(of: video).map(\.time)
    #expect(times == (0..<5).map { MediaTime(value: $0 * 1001, timescale: 30000) })
  }

  @Test func `frames at an interval are some of the frames, each at least as long after the one before`() async throws {
    let movie = SyntheticY4M.noise(frames: 11, seed: 5)
    let video = try VideoFile(contentsOf: folder.file("a.y4m", movie.bytes))
    let all = try await frames(of: video)
    for (interval, numbers) in [(0.0, Array(0...10)), (0.1, [0, 3, 6, 9]), (0.11, [0, 4, 8]), (60, [0])] {
      var some: [Frame] = []
      for try await frame in video.frames(every: interval) { some.append(frame) }
      #expect(some.map(\.time) == numbers.map { all[$0].time }, "every \(interval) s")
      #expect(some.map(\.pixels) == numbers.map { all[$0].pixels }, "every \(interval) s")
    }
    var later: [Frame] = []
    for try await frame in video.frames(every: 0.1, from: all[4].time) { later.append(frame) }
    #expect(later.map(\.time) == [4, 7, 10].map { all[$0].time })
  }

  @Test(arguments: [
    (UInt8(16), UInt8(128), UInt8(128)), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110),
  ])
  func `a flat colour is converted by the matrix and range of the stream`(color: (UInt8, UInt8, UInt8)) async throws {
    let color = (y: color.0, cb: color.1, cr: color.2)
    for (height, isHighDefinition) in [(8, false), (720, true)] {
      for isFullRange in [false, true] {
        let frame = SyntheticY4M.flat(color, luma: 16 * height, chroma: 4 * height)
        let movie = SyntheticY4M(
          width: 16, height: height, tags: "F25:1 C420jpeg" + (isFullRange ? " XCOLORRANGE=FULL" : ""), frames: [frame])
        let video = try VideoFile(contentsOf: folder.file("a.y4m", movie.bytes))
        let pixels = try #require(try await frames(of: video).first).pixels
        let expected = expectedRGB(color, isHighDefinition: isHighDefinition, isFullRange: isFullRange)
        let worst = pixels.bytes.indices.map { index in
          abs(Double(pixels.bytes[index]) - (index % 4 == 3 ? 255 : expected[index % 4]))
        }.max()
        #expect(worst ?? 255 <= 0.51, "height \(height), full range \(isFullRange)")
      }
    }
  }

  @Test(arguments: [(UInt8(16), UInt8(128), UInt8(128)), (235, 128, 128), (81, 90, 240), (145, 54, 34)])
  func `ten bits are converted by the matrix and range too`(color: (UInt8, UInt8, UInt8)) async throws {
    let color = (y: color.0, cb: color.1, cr: color.2)
    for (height, isHighDefinition) in [(8, false), (720, true)] {
      let frame = SyntheticY4M.flat(color, luma: 16 * height, chroma: 4 * height)
      let tenBits = frame.flatMap { [$0 << 2, $0 >> 6] }
      let movie = SyntheticY4M(width: 16, height: height, tags: "F25:1 C420p10 XYSCSS=420P10", frames: [tenBits])
      let video = try VideoFile(contentsOf: folder.file("a.y4m", movie.bytes))
      let pixel = try #require(try await frames(of: video).first).pixels.bytes.suffix(4)
      let expected = expectedRGB(color, isHighDefinition: isHighDefinition, isFullRange: false) + [255]
      #expect(zip(pixel, expected).allSatisfy { abs(Double($0) - $1) <= 1.01 }, "\(Array(pixel)), \(expected)")
    }
  }

  @Test func `a gradient is the same from a file and from a pipe`() async throws {
    let (width, height) = (50, 34)
    func ramp(_ columns: Int, _ rows: Int, from start: UInt8, step: UInt8) -> [UInt8] {
      var samples: [UInt8] = []
      for _ in 0..<rows { samples += (0..<columns).map { start + step * UInt8($0) } }
      return samples
    }
    let luma = ramp(width, height, from: 40, step: 3)
    let chroma = ramp(25, 34, from: 100, step: 2)
    let movie = SyntheticY4M(width: width, height: height, tags: "F25:1 C420jpeg", frames: [luma + chroma])
    let file = try folder.file("a.y4m", movie.bytes)
    let fromFile = try #require(try await frames(of: VideoFile(contentsOf: file)).first)
    let handle = open(file.path, O_RDONLY)
    defer { close(handle) }
    var iterator = try Y4MStream(fileDescriptor: handle).frames.makeAsyncIterator()
    let fromPipe = try #require(try await iterator.next())
    #expect(fromFile == fromPipe)
  }

  @Test func `a variable frame rate keeps its times and RGB its values`() async throws {
    let movie = SyntheticMovie(
      durations: [20, 50, 7, 600], colors: [(255, 0, 0), (0, 255, 0), (1, 2, 3), (254, 128, 77)])
    let video = try VideoFile(contentsOf: folder.file("a.mov", movie.bytes))
    let frames = try await frames(of: video)
    #expect(frames.map(\.time) == [0, 20, 70, 77].map { MediaTime(value: $0, timescale: 600) })
    #expect(video.duration == MediaTime(value: 677, timescale: 600))
    for (frame, color) in zip(frames, movie.colors) {
      let pixel = [color.0, color.1, color.2, 255]
      #expect(frame.pixels.bytes == (0..<8).flatMap { _ in pixel })
    }
  }

  @Test func `a start before zero is kept`() async throws {
    let movie = SyntheticMatroska(pictures: [(0, 0), (128, 40), (255, 101)], codecDelay: 40)
    let frames = try await frames(of: VideoFile(contentsOf: folder.file("a.mkv", movie.bytes)))
    #expect(frames.map(\.time) == [-40, 0, 61].map { MediaTime(value: $0, timescale: 1000) })
    #expect(
      frames.map { $0.pixels.bytes.prefix(4) } == [[0, 0, 0, 255], [128, 128, 128, 255], [255, 255, 255, 255]])
  }

  @Test func `the display matrix is the orientation of every frame`() async throws {
    let matrices: [(Orientation, (Double, Double, Double, Double))] = [
      // As phones write them: upright, held with the button up, on its head, the other way.
      (.up, (1, 0, 0, 1)), (.right, (0, 1, -1, 0)), (.down, (-1, 0, 0, -1)), (.left, (0, -1, 1, 0)),
      (.upMirrored, (-1, 0, 0, 1)),
    ]
    for (orientation, matrix) in matrices {
      let movie = SyntheticMovie(durations: [1], matrix: matrix, colors: [(9, 9, 9)])
      let video = try VideoFile(contentsOf: folder.file("a.mov", movie.bytes))
      #expect(video.orientation == orientation)
      #expect(video.size == PixelSize(width: 4, height: 2))
      #expect(try await frames(of: video).first?.orientation == orientation)
    }
  }

  @Test func `motion JPEG is read with its times`() async throws {
    let size = PixelSize(width: 48, height: 32)
    let pictures = (0..<3).map { RawVideoTests.smooth(size, phase: $0) }
    let files = try pictures.map { try Photo(pixels: $0).data(as: .jpeg(quality: 0.95)) }
    // A JPEG may be followed by anything.
    let length = try #require(files.map(\.count).max())
    let movie = SyntheticMovie(
      width: size.width, height: size.height, durations: [20, 50, 7], colors: [],
      files: files.map { $0 + [UInt8](repeating: 0, count: length - $0.count) })
    let found = try await frames(of: VideoFile(contentsOf: folder.file("a.mov", movie.bytes)))
    #expect(found.map(\.time) == [0, 20, 70].map { MediaTime(value: $0, timescale: 600) })
    for (a, b) in zip(found, pictures) { #expect(RawVideoTests.worstDifference(a.pixels, b) < 12) }
  }

  @Test func `each iteration begins at the first frame`() async throws {
    let video = try VideoFile(contentsOf: folder.file("a.y4m", SyntheticY4M.noise(frames: 3, seed: 5).bytes))
    let first = try await frames(of: video)
    #expect(first.count == 3)
    #expect(try await frames(of: video) == first)
  }

  @Test(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
  func `a movie of the street has its 105 frames`() async throws {
    let data = try #require(ProjectFolder.sharedData)
    let video = try VideoFile(contentsOf: data.appending(path: "video/street_crowd.mp4"))
    #expect(video.size == PixelSize(width: 1920, height: 1080))
    #expect(video.nominalFrameRate == 25)
    #expect(video.duration == MediaTime(value: 105, timescale: 25))
    var times: [MediaTime] = []
    for try await frame in video.frames {
      #expect(frame.pixels.size == video.size)
      times.append(frame.time)
    }
    #expect(times == (0..<105).map { MediaTime(value: $0, timescale: 25) })
  }

  @Test(
    .enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"),
    arguments: [
      ("classroom", 45), ("face-demographics-walking", 35), ("head-pose-face-detection-female-and-male", 56),
    ])
  func `a GIF is opaque and its times are those of its delays`(name: String, count: Int) async throws {
    let data = try #require(ProjectFolder.sharedData)
    let file = data.appending(path: "video/\(name).gif")
    // A Graphic Control Extension is 21 F9 04, flags, the delay in 1/100 s, a colour index and 00.
    let bytes = [UInt8](try Data(contentsOf: file))
    var time: Int64 = 0
    var expected: [MediaTime] = []
    for place in 0..<bytes.count - 7
    where bytes[place] == 0x21 && bytes[place + 1] == 0xF9 && bytes[place + 2] == 4 && bytes[place + 7] == 0 {
      expected.append(MediaTime(value: time, timescale: 100))
      time += Int64(bytes[place + 4]) + Int64(bytes[place + 5]) << 8
    }
    let frames = try await frames(of: VideoFile(contentsOf: file))
    #expect(frames.count == count)
    #expect(frames.map(\.time) == expected)
    // A later frame shows the earlier one where it is transparent.
    let pixels = try #require(frames.last).pixels.bytes
    #expect(stride(from: 3, to: pixels.count, by: 4 * 7).allSatisfy { pixels[$0] == 255 })
  }
}
