import ArgumentParser
import MatteKit

/// Which faces count for effects on photos.
struct FaceSearchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Photos: ignore faces with less confidence than this.", valueName: "0...1"))
  var minimumConfidence = Self.usualConfidence
  @Option(
    help: ArgumentHelp(
      "Photos: the width of the smallest face to detect (default: 16; 24 in more than 48 megapixels).",
      valueName: "pixels"))
  var minimumFaceSize: Double?
  @Option(
    help: ArgumentHelp(
      "Photos: detect faces only in this part of the upright picture, in fractions from the top left.",
      valueName: "x,y,width,height"))
  var region: RegionArgument?
  @Option(
    help: ArgumentHelp(
      """
      Photos: further faces, from a JSON file as `mattetool faces --json` writes it, or a list of [x, y, width, height] in \
      fractions of the upright picture.
      """, valueName: "file"), completion: .file(extensions: ["json"]))
  var facesFrom: String?

  private static let usualConfidence = 0.5

  /// The options, and whether they differ from the defaults.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("--minimum-confidence", minimumConfidence != Self.usualConfidence),
      ("--minimum-face-size", minimumFaceSize != nil), ("--region", region != nil),
      ("--faces-from", facesFrom != nil),
    ]
  }

  func validate() throws {
    try FaceLimits.check(minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize)
  }

  var search: FaceSearch {
    FaceSearch(
      minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize, regionOfInterest: region?.rect ?? .full)
  }

  /// The faces of the file that the user gives.
  ///
  /// - Throws: `unreadable` of a file that holds no faces.
  func knownFaces() throws(PhotoFileError) -> [NormalizedRect] {
    guard let facesFrom else { return [] }
    return try FaceBoxes.read(facesFrom)
  }
}
