import FoundationEssentials
import MatteKit

/// The source of frames that a command line names.
struct TrackInput {
  let frames: FrameSequence
  /// Nominal frames per second; nil if unknown.
  let frameRate: Double?
  let delivery: FrameDelivery
  /// The video file, if the source is one.
  var videoFile: URL?

  init(_ input: String, frameRate: Int32) throws {
    delivery = input.hasPrefix("/dev/") ? .latest : .everyFrame
    if input == "-" {
      let stream = try Y4MStream()
      (frames, self.frameRate) = (stream.frames, stream.nominalFrameRate)
    } else if input.hasPrefix("/dev/") {
      let camera = try Camera(device: input)
      (frames, self.frameRate) = (camera.frames, camera.nominalFrameRate)
    } else if Self.isImageSequence(input) {
      frames = try ImageSequence(matching: input, frameRate: (frameRate, 1)).frames
      self.frameRate = Double(frameRate)
    } else {
      let video = try VideoFile(contentsOf: URL(filePath: input))
      (frames, self.frameRate) = (video.frames, video.nominalFrameRate)
      videoFile = video.url
    }
  }

  /// Whether the input is a folder, a picture, or a pattern that is not the name of a file.
  private static func isImageSequence(_ input: String) -> Bool {
    let url = URL(filePath: input)
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
    if isFolder { return true }
    if exists { return PhotoFormat(pathExtension: url.pathExtension) != nil }
    return input.contains { "*?[".contains($0) }
  }
}
