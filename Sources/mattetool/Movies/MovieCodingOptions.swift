import ArgumentParser
import MatteKit

/// How movies are coded.
struct MovieCodingOptions: ParsableArguments {
  @Option(
    help: """
      Of a movie: how it is coded: h264, hevc, vp9, av1 (default: what is usual for the kind of file, as h264 in mp4; hevc \
      of more than 8 bits).
      """)
  var codec: VideoCodec = .usual
  @Option(
    help: ArgumentHelp(
      "Of a movie: the constant rate factor, 0 (lossless) to 51 (smallest) (default: 20).", valueName: "n"))
  var rateFactor: Int?

  func validate() throws {
    if let rateFactor, !(0...51).contains(rateFactor) {
      throw ValidationError("--rate-factor takes a number from 0 to 51")
    }
  }
}

extension VideoCodec: ExpressibleByArgument {}
