import ArgumentParser
import MatteKit

/// The options by which movies are coded.
struct MovieCodingOptions: ParsableArguments {
  @Option(
    help: """
      Movies: the codec; automatic is the one that the kind of file usually has, such as h264 in mp4, or hevc for more than 8 \
      bits.
      """)
  var codec: VideoCodec = .automatic
  @Option(
    help: ArgumentHelp(
      "Movies: the constant rate factor, from 0 (lossless) to 51 (smallest) (default: 20).", valueName: "0...51"))
  var rateFactor: Int?

  func validate() throws {
    if let rateFactor, !(0...51).contains(rateFactor) {
      throw RefusedValue.error("--rate-factor", takes: "a number from 0 to 51", not: rateFactor)
    }
  }
}

extension VideoCodec: ExpressibleByArgument {}
