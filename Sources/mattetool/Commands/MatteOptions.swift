import ArgumentParser
import MatteKit

/// How mattes are made, for all commands that make them.
struct MatteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How much work the mattes are worth: fast (half the time of balanced), balanced, or accurate (two to three times \
      balanced; best strands of hair, brows and beard).
      """, valueName: "fast|balanced|accurate"))
  var matteQuality = MatteQuality.balanced
  @Option(
    help: ArgumentHelp(
      """
      Which weights make the mattes: research (taught by all sources, some of which are for research only) or permissive \
      (taught only by sources whose terms allow commercial use).
      """, valueName: "permissive|research"))
  var models = ModelWeights.default

  func generator() throws(SegmentationError) -> MatteGenerator {
    try MatteGenerator(weights: models, quality: matteQuality)
  }
}

extension MatteQuality: ExpressibleByArgument {}
extension ModelWeights: ExpressibleByArgument {}
