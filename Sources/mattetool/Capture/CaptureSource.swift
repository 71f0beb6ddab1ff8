import Capture
import FoundationEssentials
import MatteKit

/// The device that an argument names.
enum CaptureSource {
  /// - Parameter frameRate: frames a second of an image sequence; nil for the usual rate.
  /// - Throws: `ValidationError` for a rate of a source with times of its own.
  static func device(_ argument: String, frameRate: FrameRateArgument?) async throws -> CaptureDevice {
    let isDevice = DevicePath.isDevice(argument)
    let hasOwnTimes = argument == "-" || isDevice
    if frameRate != nil, hasOwnTimes { throw FrameRateArgument.needless(for: argument) }
    if argument == "-" { return CaptureDevice(pipe: try Y4MStream(), name: "standard input") }
    if isDevice { return try CaptureDevice.camera(path: argument) }
    guard MediaInput.isImageSequence(argument) else {
      let camera = try CaptureDevice(movie: MediaInput.movie(argument))
      if frameRate != nil { throw FrameRateArgument.needless(for: argument) }
      return camera
    }
    return try await CaptureDevice(
      images: MediaInput.imageSequence(argument, frameRate: frameRate ?? .default), name: argument)
  }

  /// The audio device: a microphone by its name or that of the camera, otherwise a file.
  ///
  /// - Parameter camera: whose microphone `camera` is.
  static func sound(_ argument: String, besides camera: CaptureDevice) throws -> CaptureDevice {
    if argument == "camera" {
      guard let microphone = camera.microphone else {
        throw CaptureError.unsupported(
          what: camera.localizedName, reason: "no microphone of it is known; name one that `mattetool devices` lists")
      }
      return microphone
    }
    let isMicrophone = argument.hasPrefix("alsa:") || argument == "pulse" || argument.hasPrefix("pulse:")
    return isMicrophone ? try CaptureDevice(microphone: argument) : try CaptureDevice(sound: MediaInput.url(argument))
  }
}
