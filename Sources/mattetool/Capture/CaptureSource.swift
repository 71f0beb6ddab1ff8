import Capture
import FoundationEssentials
import MatteKit

/// The device that an argument names.
enum CaptureSource {
  /// - Parameter pictureRate: pictures a second of a sequence.
  static func device(_ argument: String, pictureRate: Int32) async throws -> CaptureDevice {
    if argument == "-" { return CaptureDevice(pipe: try Y4MStream(), name: "standard input") }
    if argument.hasPrefix("/dev/") { return try CaptureDevice.camera(path: argument) }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
    let isSequence = isFolder || (exists ? MediaInput.isPhoto(argument) : argument.contains { "*?[".contains($0) })
    guard isSequence else { return try CaptureDevice(film: URL(filePath: argument)) }
    return try await CaptureDevice(
      images: ImageSequence(matching: argument, frameRate: (pictureRate, 1)), name: argument)
  }
}
