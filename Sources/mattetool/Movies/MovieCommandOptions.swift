import ArgumentParser
import Batch
import MatteKit

/// The options of all commands that make movies in colour.
struct MovieCommandOptions: ParsableArguments {
  @OptionGroup var span: MovieSpanOptions
  @Option(
    help: ArgumentHelp(
      "Movies: reduce the frames to fit into this size, keeping their aspect ratio.", valueName: "width>x<height"))
  var size: SizeArgument?
  @OptionGroup var coding: MovieCodingOptions
  @Flag(
    help:
      "Movies: if no frame is changed, copy the coded pictures where possible, instead of coding them again."
  )
  var copyUnchanged = false

  func validate() throws { try size?.check() }

  /// The options, and whether they differ from the defaults.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("--from", span.from != nil), ("--to", span.to != nil), ("--size", size != nil),
      ("--codec", coding.codec != .automatic), ("--rate-factor", coding.rateFactor != nil),
      ("--copy-unchanged", copyUnchanged),
    ]
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
    options.start = span.from?.time
    options.end = span.to?.time
    options.fittingSize = size?.size
    options.codec = coding.codec
    options.rateFactor = coding.rateFactor
    options.copiesUnchanged = copyUnchanged
    return options
  }

  /// The options with those shared by photos and movies.
  func movie(_ coding: CodingOptions) -> MovieOptions {
    movie(
      quality: coding.matteQuality, weights: coding.choice.models, metadata: coding.metadata,
      requiresPerson: coding.requirePerson)
  }
}
