import FoundationEssentials
import MatteKit
import Support

/// A camera that delivers frames at their rate and is then unplugged: emulated Video4Linux, preloaded into the program
/// that opens ``device`` (Tests/EmulatedVideo4Linux).
struct SimulatedCamera {
  static let device = "/dev/video-simulated"

  /// The environment for the program.
  let environment: [String: String]
  /// The folder that stands in for `/dev`, where further cameras may be plugged in.
  let devices: URL

  /// - Parameters:
  ///   - frames: of one size; none for a camera that delivers gray endlessly.
  ///   - stall: how many frames come before the camera stalls; nil to be unplugged after the last one.
  ///   - lines: further lines of its description, see EmulatedVideo4Linux.h.
  init(
    _ frames: [PixelBuffer], rate: Int, stallingAfter stall: Int? = nil, in folder: TemporaryFolder,
    _ lines: [String] = []
  ) throws {
    let library = folder.url.appending(path: "video4linux.so").path
    let sources = ["Calls.c", "Answers.c", "Description.c"].map {
      ProjectFolder.root.appending(path: "Tests/EmulatedVideo4Linux/\($0)").path
    }
    // Swift's toolchain brings it.
    let compiler = try MatteTool.run(
      URL(filePath: "/usr/bin/env"),
      ["clang", "-shared", "-fPIC", "-O1", "-DEMULATION_PRELOADED", "-o", library] + sources + ["-ldl"])
    guard compiler.status == 0 else { throw Failure(words: compiler.errors) }
    devices = folder.url.appending(path: "devices")
    try FileManager.default.createDirectory(at: devices, withIntermediateDirectories: true)
    environment = ["LD_PRELOAD": library, "VIDEO_DEVICES": devices.path]
    var bytes: [UInt8] = []
    for frame in frames {
      let pixels = frame.converted(to8Bit: .rgba8).bytes
      for place in stride(from: 0, to: pixels.count, by: 4) { bytes += pixels[place..<place + 3] }
    }
    let recording = folder.url.appending(path: "recording.rgb")
    try Data(bytes).write(to: recording)
    let size = frames.first?.size ?? PixelSize(width: 64, height: 48)
    try plugIn(
      "video-simulated",
      ["format RGB3 \(size) \(rate)\(frames.isEmpty ? "" : " \(recording.path)")"] + lines
        + (stall.map { ["stalls \($0)"] } ?? []))
  }

  /// Plugs a camera in.
  func plugIn(_ name: String, _ lines: [String]) throws {
    let text = ["emulated-video4linux", "card Simulated camera", "bus usb-1", "driver simulated"] + lines
    // Created under another name first, so that a reader finds it complete.
    let file = devices.appending(path: ".\(name)")
    try Data((text.joined(separator: "\n") + "\n").utf8).write(to: file)
    try FileManager.default.moveItem(at: file, to: devices.appending(path: name))
  }

  func unplug(_ name: String) throws { try FileManager.default.removeItem(at: devices.appending(path: name)) }

  struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { "the camera could not be compiled: \(words)" }
  }
}
