import ArgumentParser
import MatteKit

/// Whether damaged photos are read, for all commands that decode photos.
struct DamagedOption: ParsableArguments {
  @Flag(
    help: """
      Read what there is of a damaged or truncated photo, with a warning that says how much is missing; the missing part is \
      gray. Without this such a photo is an error.
      """)
  var damaged = false

  /// The options for reading a photo, with or without its auxiliary images.
  func reading(_ auxiliaryImages: ReadingOptions.AuxiliaryImages = .all) -> ReadingOptions {
    ReadingOptions(allowsIncomplete: damaged, auxiliaryImages: auxiliaryImages)
  }
}
