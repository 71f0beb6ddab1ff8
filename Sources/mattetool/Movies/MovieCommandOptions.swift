import ArgumentParser
import Batch
import MatteKit

/// The options of all commands that make movies in colour.
struct MovieCommandOptions: ParsableArguments {
  @OptionGroup var span: MovieSpanOptions
  @Option(
    help: ArgumentHelp(
      "Movies: scale the frames down to fit into this size, in their own proportions.", valueName: "width>x<height"))
  var size: SizeArgument?
  @OptionGroup var coding: MovieCodingOptions
  @Flag(
    help:
      "Copy a movie packet by packet if nothing is drawn on its frames; it is coded again only where that is impossible."
  )
  var copyUnchanged = false

  func validate() throws { try size?.check() }

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

  /// The options with those that concern photos and movies alike.
  func movie(_ coding: CodingOptions) -> MovieOptions {
    movie(
      quality: coding.matteQuality, weights: coding.choice.models, metadata: coding.metadata,
      requiresPerson: coding.requirePerson)
  }
}
