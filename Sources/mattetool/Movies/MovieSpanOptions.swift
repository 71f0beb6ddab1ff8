import ArgumentParser
import MatteKit

/// Which frames of a movie are taken.
struct MovieSpanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Of a movie: begin at this time, in seconds or as [hours:]minutes:seconds.", valueName: "time"))
  var from: TimeArgument?
  @Option(help: ArgumentHelp("Of a movie: end before this time of the input.", valueName: "time")) var to: TimeArgument?
  @Option(help: "Frames per second of an image sequence.") var frameRate: Int32 = 25

  func validate() throws {
    if let from, let to, from.time >= to.time { throw ValidationError("--to must be later than --from") }
    guard frameRate >= 1 else { throw ValidationError("--frame-rate takes a number from 1") }
  }
}
