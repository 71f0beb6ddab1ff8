import FoundationEssentials
import FrameStream
import Imaging
import Kernels
import Support
import Testing

@testable import Capture

/// Cameras that code their pictures themselves, each from those before.
@Suite struct CameraH264Tests {
  private static let size = PixelSize(width: 64, height: 48)
  private let cameras: EmulatedCameras

  init() throws { cameras = try EmulatedCameras() }

  /// The gray of a frame, by its number.
  private static func gray(_ number: Int) -> Int { 40 + 12 * number }

  /// Frames of a camera: a key frame and five others, twice.
  private func pictures(_ color: VideoColorProperties? = nil) throws -> [[UInt8]] {
    var units: [[UInt8]] = []
    for part in 0..<2 {
      let file = cameras.folder.url.appending(path: "\(part).h264")
      try? FileManager.default.removeItem(at: file)
      let writer = try MovieWriter(
        url: file, settings: MovieSettings(codec: .h264, rateFactor: 10, color: color, timescale: 30))
      for index in 0..<6 {
        let pixels = VirtualCamera.picture(Self.size, Self.gray(6 * part + index))
        try writer.write(Frame(pixels: pixels, time: .parts(Int64(index), of: 30)))
      }
      try writer.finish()
      units += Self.units([UInt8](try Data(contentsOf: file)))
    }
    return units
  }

  /// The pictures of a byte stream (ITU-T H.264, annex B), each with its parameters before it.
  private static func units(_ bytes: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var isOpen = false
    var place = 0
    while place + 3 < bytes.count {
      defer { place += 1 }
      guard bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 else {
        if isOpen { units[units.count - 1].append(bytes[place]) }
        continue
      }
      let kind = bytes[place + 3] & 31
      // The start of a picture: its slices, unless parameter sets precede them.
      if kind == 7 || kind == 1 {
        units.append([])
        isOpen = true
      }
      units[units.count - 1] += [0, 0, 0, 1]
      place += 2
    }
    units[units.count - 1] += bytes.suffix(3)
    return units
  }

  /// A session of a camera that delivers the pictures until it is unplugged.
  private func record(_ pictures: [[UInt8]], _ lines: [String] = []) async throws -> RecordingOutput {
    let bytes = pictures.flatMap { withUnsafeBytes(of: UInt32($0.count).littleEndian, Array.init) + $0 }
    let file = try cameras.folder.file("recording", bytes)
    try cameras.plugIn("video0", ["format H264 \(Self.size) 100 \(file.path)", "free"] + lines)
    let device = try #require(cameras.discovery().devices.first)
    #expect(device.activeFormat.pixelFormat == .h264)
    let camera = try await RecordedCamera(device)
    for await event in camera.events {
      if case .wasInterrupted(.deviceDisconnected, _) = event { break }
    }
    return camera.output
  }

  private func numbers(_ output: RecordingOutput) -> [Int] {
    output.frames.map { Int(((Double($0.pixels.bytes[0]) - 40) / 12).rounded()) }
  }

  @Test(arguments: [false, true])
  func `statement 2.13: H.264 of a camera is decoded without delay, in its stated range`(isFullRange: Bool)
    async throws
  {
    let pictures = try pictures(VideoColorProperties(yCbCrMatrix: 6, isFullRange: isFullRange))
    #expect(pictures.count == 12)
    let output = try await record(pictures)
    #expect(numbers(output) == Array(0..<12) && output.drops.isEmpty)
    let layouts = try output.frames.map { try #require($0.picture as? YCbCrPicture).layout }
    #expect(layouts.allSatisfy { $0.isFullRange == isFullRange && $0.halvesWidth && $0.halvesHeight && $0.kr == 0.299 })
    for (time, next) in zip(output.times, output.times.dropFirst()) {
      #expect(abs((next - time).seconds - 0.01) < 2e-6)
    }
  }

  @Test(arguments: [["damaged 2"], ["empty 2"], ["fails 2 5"], ["cut"], ["nonsense"]])
  func `statement 2.13: pictures predicted from a lost one are left out and reported`(lines: [String])
    async throws
  {
    var pictures = try pictures()
    if lines == ["cut"] { pictures[2].removeLast(pictures[2].count / 2) }
    if lines == ["nonsense"] { pictures[2] = Array("no picture at all".utf8) }
    let output = try await record(pictures, lines)
    #expect(numbers(output) == [0, 1] + Array(6..<12), "\(numbers(output))")
    // A failed buffer counts as one more: its content is in the next one.
    #expect(output.drops.compactMap(\.count).reduce(0, +) == (lines == ["fails 2 5"] ? 5 : 4))
    #expect(output.drops.allSatisfy { $0.reason == .discontinuity })
  }

  @Test func `statement 2.13: lost frames of H.264 invalidate those predicted from them`() async throws {
    let output = try await record(try pictures(), ["leap 2 3"])
    #expect(numbers(output) == [0, 1] + Array(6..<12), "\(numbers(output))")
    // Three lost frames, and four that are predicted from them.
    #expect(output.drops.compactMap(\.count) == [3, 1, 1, 1, 1])
  }
}
