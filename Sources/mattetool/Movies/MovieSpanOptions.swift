import ArgumentParser
import MatteKit

/// Which frames of a movie are taken.
struct MovieSpanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Movies: begin at this time, in seconds or as [hours:]minutes:seconds.", valueName: "time"))
  var from: TimeArgument?
  @Option(help: ArgumentHelp("Movies: end before this time of the input.", valueName: "time")) var to: TimeArgument?
  @Option(help: FrameRateArgument.help) var frameRate: FrameRateArgument?

  func validate() throws {
    if let from, let to, from.time >= to.time { throw ValidationError("--to must be later than --from") }
  }
}
