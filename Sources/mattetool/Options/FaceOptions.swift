import ArgumentParser
import MatteKit

/// The options of all commands that detect faces.
struct FaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Report at most this many faces, largest first.", valueName: "n"))
  var maximumFaces = 10
  @Option(
    help: ArgumentHelp(
      "The width of the smallest face to detect, in pixels of the picture.",
      discussion:
        "Default: 16 in a photo, 24 in one of more than 48 megapixels; in a video 1/64 of its long side, at least 16.",
      valueName: "pixels"))
  var minimumFaceSize: Double?
  @Option(help: ArgumentHelp("Omit faces with less confidence than this.", valueName: "0...1"))
  var minimumConfidence = 0.5
  @Option(
    name: .customLong("region"),
    help: ArgumentHelp(
      "Detect faces only in this part of the upright picture, in fractions from the top left.",
      valueName: "x,y,width,height"))
  var region: RegionArgument?

  var search: FaceSearch {
    FaceSearch(
      minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize, regionOfInterest: region?.rect ?? .full)
  }

  func validate() throws {
    guard (1...1000).contains(maximumFaces) else {
      throw RefusedValue.error("--maximum-faces", takes: "a number from 1 to 1000", not: maximumFaces)
    }
    try FaceLimits.check(minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize)
  }
}
