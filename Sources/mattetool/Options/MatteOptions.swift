import ArgumentParser
import MatteKit

/// The options of all commands that make mattes.
struct MatteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The quality of mattes: fast (half the time of balanced), balanced, or accurate (two to three times the time of \
      balanced; best strands of hair, brows and beard).
      """, valueName: "fast|balanced|accurate"))
  var matteQuality = MatteQuality.balanced
  @Option(
    help: ArgumentHelp(
      """
      The weights of the matte networks: research (trained on all sources, some of which are for research only) or \
      permissive (trained only on sources whose terms allow commercial use).
      """, valueName: "research|permissive"))
  var models = ModelWeights.default

  /// A matte generator with these options.
  ///
  /// - Parameter quality: instead of that of the options, if not nil.
  func generator(quality: MatteQuality? = nil) throws(SegmentationError) -> MatteGenerator {
    try MatteGenerator(weights: models, quality: quality ?? matteQuality)
  }
}

extension MatteQuality: ExpressibleByArgument {}
extension ModelWeights: ExpressibleByArgument {}
