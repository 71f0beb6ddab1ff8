import ArgumentParser
import Batch
import MatteKit

/// Which faces count for effects on photos.
struct FaceSearchOptions: ParsableArguments {
  @Option(help: "Photos: ignore faces with less confidence than this, 0 to 1.") var minimumConfidence = 0.5
  @Option(help: "Photos: the width of the smallest face to detect, in pixels (default: 16).")
  var minimumFaceSize: Double?
  @Option(
    help: ArgumentHelp(
      "Photos: detect faces only in this part of the upright picture, in fractions from the top left.",
      valueName: "x,y,width,height"))
  var region: RegionArgument?
  @Option(
    help: ArgumentHelp(
      """
      Photos: faces in addition to those that are found, from a JSON file as `mattetool faces --json` writes it or with a \
      list of [x, y, width, height] in fractions of the upright picture.
      """, valueName: "file"), completion: .file(extensions: ["json"]))
  var facesFrom: String?

  func validate() throws {
    try FaceLimits.check(minimumConfidence: minimumConfidence, minimumFaceSize: minimumFaceSize)
  }

  /// - Throws: `unreadable` of a file that holds no faces.
  func search() throws(PhotoFileError) -> FaceSearch {
    var search = FaceSearch()
    search.minimumConfidence = minimumConfidence
    search.minimumFaceSize = minimumFaceSize
    search.regionOfInterest = region?.rect ?? .full
    if let facesFrom { search.boxes = try FaceBoxes.read(facesFrom) }
    return search
  }
}
