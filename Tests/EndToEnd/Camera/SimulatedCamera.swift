import FoundationEssentials
import MatteKit
import Support

/// A camera that shows frames at their rate and is then unplugged: Video4Linux without a driver, preloaded into the program
/// that looks at ``device`` (video4linux.c).
struct SimulatedCamera {
  static let device = "/dev/video-simulated"

  /// What the program is to be run with.
  let environment: [String: String]

  /// - Parameters:
  ///   - frames: of one size.
  ///   - stall: how many frames come before the camera gives nothing any more; nil to be unplugged after the last one.
  init(_ frames: [PixelBuffer], rate: Int, stallingAfter stall: Int? = nil, in folder: TemporaryFolder) throws {
    let library = folder.url.appending(path: "video4linux.so").path
    let source = ProjectFolder.root.appending(path: "Tests/EndToEnd/Camera/video4linux.c").path
    // Swift's toolchain brings it.
    let compiler = try MatteTool.run(
      URL(filePath: "/usr/bin/env"), ["clang", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    guard compiler.status == 0 else { throw Failure(words: compiler.errors) }
    var bytes: [UInt8] = []
    for frame in frames {
      let pixels = frame.converted(to8Bit: .rgba8).bytes
      for place in stride(from: 0, to: pixels.count, by: 4) { bytes += pixels[place..<place + 3] }
    }
    let recording = folder.url.appending(path: "recording.rgb")
    try Data(bytes).write(to: recording)
    let size = frames.first?.size ?? PixelSize(width: 0, height: 0)
    var environment = [
      "LD_PRELOAD": library, "VIDEO_FRAMES": recording.path, "VIDEO_FRAMES_SIZE": "\(size.width)x\(size.height)",
      "VIDEO_FRAMES_RATE": "\(rate)",
    ]
    environment["VIDEO_FRAMES_STALL"] = stall.map { "\($0)" }
    self.environment = environment
  }

  struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { "the camera could not be compiled: \(words)" }
  }
}
