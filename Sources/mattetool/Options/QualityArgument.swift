import ArgumentParser
import MatteKit

/// The argument of `--quality`: the encoding quality of photos, as a number, or the quality of mattes, by name.
struct QualityArgument: ExpressibleByArgument {
  /// The encoding quality of a photo, 0 to 1; nil if the argument is a name.
  let encoding: Double?
  /// The quality of mattes; nil if the argument is a number.
  let mattes: MatteQuality?

  /// The help of the option.
  static let help = ArgumentHelp(
    """
    Photos: the encoding quality (default: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG). fast, balanced and accurate are \
    short for --matte-quality.
    """, valueName: "0...1|fast|balanced|accurate")

  init?(argument: String) {
    encoding = DecimalNumber.value(argument)
    mattes = MatteQuality(rawValue: argument)
    guard mattes != nil || encoding.map((0...1).contains) == true else { return nil }
  }

  /// - Throws: `ValidationError` for a number where the output is a movie.
  func check(for output: String) throws {
    guard encoding != nil, FrameOutput.isMovie(output) else { return }
    throw ValidationError("--quality takes a number only for photos; --rate-factor says how a movie is coded")
  }
}
