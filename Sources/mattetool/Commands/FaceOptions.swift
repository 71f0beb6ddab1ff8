import ArgumentParser
import MatteKit

/// Which faces are looked for: shared by the commands that find some.
struct FaceOptions: ParsableArguments {
  @Option(help: "Report at most this many faces, the largest.") var maximumFaces = 10
  @Option(
    help: ArgumentHelp(
      "The width of the smallest face to look for, in pixels of the picture.",
      discussion: "By default 24 in a photo; in a movie one 64th of its long side, at least 16."))
  var minimumFaceSize: Double?
  @Option(help: "Leave out faces that are less certain than this, 0 to 1.") var minimumConfidence = 0.5
  @Option(
    name: .customLong("region"),
    help: "Look only in this part of the upright picture: x,y,width,height as fractions from the top left.")
  var region: RegionArgument?

  /// All of the picture where none was asked for.
  var regionOfInterest: NormalizedRect { region?.rect ?? .full }

  func validate() throws {
    guard (1...1000).contains(maximumFaces) else { throw ValidationError("--maximum-faces is 1 to 1000") }
    guard (0...1).contains(minimumConfidence) else { throw ValidationError("--minimum-confidence is 0 to 1") }
    guard minimumFaceSize.map({ $0 >= 1 }) ?? true else { throw ValidationError("--minimum-face-size is at least 1") }
  }
}

/// A part of a picture, as it is written on a command line.
struct RegionArgument: ExpressibleByArgument {
  let rect: NormalizedRect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 4, argument.split(separator: ",", omittingEmptySubsequences: false).count == 4,
      numbers.allSatisfy({ (0...1).contains($0) }), numbers[2] > 0, numbers[3] > 0
    else { return nil }
    rect = NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
