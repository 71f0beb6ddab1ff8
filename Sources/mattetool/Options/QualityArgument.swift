import ArgumentParser
import MatteKit

/// The argument of `--quality`: how well photos are encoded, as a number, or how well mattes are made, by name.
struct QualityArgument: ExpressibleByArgument {
  /// The encoding quality of a photo, 0 to 1; nil if the argument is a name.
  let encoding: Double?
  /// The quality of mattes; nil if the argument is a number.
  let mattes: MatteQuality?

  /// What --help says of the option.
  static let help = ArgumentHelp(
    """
    Photos: the encoding quality (default: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG). fast, balanced and accurate are \
    short for --matte-quality.
    """, valueName: "0...1|fast|balanced|accurate")

  init?(argument: String) {
    encoding = Double(argument)
    mattes = MatteQuality(rawValue: argument)
    guard mattes != nil || encoding.map((0...1).contains) == true else { return nil }
  }
}
