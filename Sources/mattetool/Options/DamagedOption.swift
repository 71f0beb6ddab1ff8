import ArgumentParser
import MatteKit

/// Whether damaged photos are read, for all commands that decode photos.
struct DamagedOption: ParsableArguments {
  @Flag(
    help: """
      Read the intact part of a damaged or truncated photo. The missing part becomes gray, and a warning says how much \
      is missing. By default such a photo causes an error.
      """)
  var damaged = false

  /// The options for reading a photo, with or without its auxiliary images.
  func reading(_ auxiliaryImages: ReadingOptions.AuxiliaryImages = .all) -> ReadingOptions {
    ReadingOptions(allowsIncomplete: damaged, auxiliaryImages: auxiliaryImages)
  }
}
