import ArgumentParser
import Batch
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

  /// Refuses a codec that a movie of the output's kind cannot hold.
  ///
  /// - Parameter pathExtension: the output's extension; one that is not a movie's is not checked.
  /// - Throws: `ValidationError`.
  func check(for output: String, pathExtension: String) throws {
    guard let container = MovieContainer(pathExtension: pathExtension), !container.holds(codec, withAlpha: false) else {
      return
    }
    let others = MovieContainer.allCases.filter { $0.holds(codec, withAlpha: false) }.map { ".\($0.rawValue)" }
    throw ValidationError(
      "\(output): .\(container.rawValue) cannot hold video coded as \(codec.rawValue); \(WordList.joined(others, by: "and")) can"
    )
  }

  func validate() throws {
    if let rateFactor, !(0...51).contains(rateFactor) {
      throw RefusedValue.error("--rate-factor", takes: "a number from 0 to 51", not: rateFactor)
    }
  }
}

extension VideoCodec: ExpressibleByArgument {}
