import ArgumentParser
import Batch
import MatteKit

/// How results are coded and what they carry, for all commands that write photos.
struct CodingOptions: ParsableArguments {
  @Option(help: "Whether the mattes go into the file: embed or none.") var mattes = MattePolicy.embed
  @OptionGroup var choice: MatteOptions
  @Option(help: "Quality of the output's coding, 0 to 1 (default: 0.6 for HEIC, 0.8 for AVIF, 0.85 for JPEG).")
  var quality: Double?
  @Option(help: "Speed of coding HEIC and AVIF, 0 (slowest, smallest files) to 10 (default: quick).") var speed: Int?
  @Option(help: "Bits of a component in HEIC and AVIF: 8, 10 or 12 (default: 10 if the input has more than 8).")
  var bitDepth: Int?
  @Option(
    help: ArgumentHelp(
      """
      What is said about the photo: keep (all of it), safe (all but where it was made and the serial numbers and owner of \
      camera and lens), or strip (nothing). Orientation and colour profile always stay.
      """, valueName: "keep|safe|strip"))
  var metadata = MetadataPolicy.keep
  @Flag(help: "Treat a photo in which nobody is found as a failure.") var requirePerson = false

  enum MattePolicy: String, ExpressibleByArgument, CaseIterable {
    case embed, none
  }

  func validate() throws {
    if let quality, !(0...1).contains(quality) { throw ValidationError("--quality takes a number from 0 to 1") }
    if let speed, !(0...10).contains(speed) { throw ValidationError("--speed takes a number from 0 to 10") }
    if let bitDepth, ![8, 10, 12].contains(bitDepth) { throw ValidationError("--bit-depth takes 8, 10 or 12") }
  }

  /// The same for the library.
  var processing: ProcessingOptions {
    var options = ProcessingOptions()
    options.embedsMattes = mattes == .embed
    options.matteQuality = choice.matteQuality
    options.weights = choice.models
    options.quality = quality
    options.speed = speed
    options.bitDepth = bitDepth
    options.metadata = metadata
    options.requiresPerson = requirePerson
    return options
  }
}

extension MetadataPolicy: ExpressibleByArgument {}
