import ArgumentParser
import Batch
import MatteKit

/// The options of all commands that make movies.
struct MovieCommandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Of a movie: begin at this time, in seconds or as [hours:]minutes:seconds.", valueName: "time"))
  var from: TimeArgument?
  @Option(help: ArgumentHelp("Of a movie: end before this time of the input.", valueName: "time")) var to: TimeArgument?
  @Option(
    help: ArgumentHelp(
      "Of a movie: make the frames smaller to fit into this size, in their own shape.", valueName: "width>x<height"))
  var size: SizeArgument?
  @Option(help: "Of a movie: how it is coded: h264, hevc, vp9, av1 (default: what is usual for the kind of file).")
  var codec: VideoCodec = .usual
  @Option(
    help: ArgumentHelp(
      "Of a movie: the constant rate factor, 0 (lossless) to 51 (smallest) (default: 20).", valueName: "n"))
  var rateFactor: Int?
  @Option(help: "Frames per second of an image sequence.") var frameRate: Int32 = 25

  func validate() throws {
    if let rateFactor, !(0...51).contains(rateFactor) {
      throw ValidationError("--rate-factor takes a number from 0 to 51")
    }
    if let from, let to, from.time >= to.time { throw ValidationError("--to must be later than --from") }
    guard frameRate >= 1 else { throw ValidationError("--frame-rate takes a number from 1") }
  }

  /// The options as the library takes them.
  func movie(quality: MatteQuality, weights: ModelWeights, metadata: MetadataPolicy, requiresPerson: Bool)
    -> MovieOptions
  {
    var options = MovieOptions()
    options.matteQuality = quality
    options.weights = weights
    options.metadata = metadata
    options.requiresPerson = requiresPerson
    options.start = from?.time
    options.end = to?.time
    options.fittingSize = size?.size
    options.codec = codec
    options.rateFactor = rateFactor
    return options
  }
}

extension VideoCodec: ExpressibleByArgument {}
