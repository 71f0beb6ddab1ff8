import ArgumentParser
import MatteKit

/// A quality on the command line: of coding as a number, or of mattes by name.
struct QualityArgument: ExpressibleByArgument {
  /// The encoding quality of a photo, 0 to 1; nil if the argument is a name.
  let coding: Double?
  /// The quality of mattes; nil if the argument is a number.
  let mattes: MatteQuality?

  init?(argument: String) {
    coding = Double(argument)
    mattes = MatteQuality(rawValue: argument)
    guard mattes != nil || coding.map((0...1).contains) == true else { return nil }
  }
}
