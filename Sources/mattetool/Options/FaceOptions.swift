import ArgumentParser
import MatteKit

/// The options of all commands that detect faces.
struct FaceOptions: ParsableArguments {
  @Option(help: "Report at most this many faces, largest first.") var maximumFaces = 10
  @Option(
    help: ArgumentHelp(
      "The width of the smallest face to detect, in pixels of the picture.",
      discussion:
        "Default: 16 in a photo, 24 in one of more than 48 megapixels; in a video 1/64 of its long side, at least 16."))
  var minimumFaceSize: Double?
  @Option(help: "Omit faces with less confidence than this, 0 to 1.") var minimumConfidence = 0.5
  @Option(
    name: .customLong("region"),
    help: "Detect faces only in this part of the upright picture: x,y,width,height as fractions from the top left.")
  var region: RegionArgument?

  /// The whole picture by default.
  var regionOfInterest: NormalizedRect { region?.rect ?? .full }

  func validate() throws {
    guard (1...1000).contains(maximumFaces) else {
      throw ValidationError("--maximum-faces takes a number from 1 to 1000")
    }
    try FaceLimits.check(minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize)
  }
}
