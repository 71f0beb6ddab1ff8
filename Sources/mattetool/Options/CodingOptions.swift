import ArgumentParser
import Batch
import MatteKit

/// The encoding and content of results, for all commands that apply effects.
struct CodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where to write the mattes: embed (in the output, if its format supports them: \
      \(PhotoFormat.names(joinedBy: "and") { $0.holds(.auxiliaryImages) })), beside (8-bit gray PNG files beside the \
      output, upright: portrait.hair.png beside portrait.webp), or none.
      """, valueName: "embed|beside|none"))
  var mattes = MatteDestination.embed
  @Option(
    help: ArgumentHelp(
      """
      Photos: the mattes that effects use: file (those in the photo), make (new ones, which replace the photo's), or \
      auto (those in the photo, and new ones for missing kinds). Effects that hide faces always make new ones.
      """, valueName: "auto|file|make"))
  var mattesFrom = MatteSource.auto
  @OptionGroup var choice: MatteOptions
  @OptionGroup var faceSearch: FaceSearchOptions
  @Option(help: QualityArgument.help) var quality: QualityArgument?
  @Option(
    help: ArgumentHelp(
      "HEIC and AVIF: the encoding speed, from 0 (slowest, smallest files) to 10 (default: fast).", valueName: "0...10")
  )
  var speed: Int?
  @Option(
    help: ArgumentHelp(
      "HEIC and AVIF: bits per component (default: 10 if the input has more than 8, else 8).", valueName: "8|10|12"))
  var bitDepth: Int?
  @Option(
    help: ArgumentHelp(
      """
      The metadata to keep: keep (all), safe (all but locations, and serial numbers and owner of camera and lens), or \
      strip (none). Orientation and colour profile are always kept.
      """, valueName: "keep|safe|strip"))
  var metadata = MetadataPolicy.keep
  @Flag(
    help: ArgumentHelp(
      """
      Keep data of unknown use in a photo's file. By default they cause an error, because they cannot be searched for \
      a location to remove or a picture to hide.
      """))
  var keepUnknown = false
  @Flag(
    help: ArgumentHelp(
      """
      Apply a photo's gain map, and write the HDR picture: in PQ with 10 bits in HEIC and AVIF, 16 bits in PNG, \
      tone-mapped in other formats. By default the gain map is recomputed for the edited picture.
      """))
  var expandToHdr = false
  @Flag(help: "Fail if no person is found in a photo.") var requirePerson = false
  @OptionGroup var damage: DamagedOption

  func validate() throws {
    if let speed, !(0...10).contains(speed) {
      throw RefusedValue.error("--speed", takes: "a number from 0 to 10", not: speed)
    }
    if let bitDepth, ![8, 10, 12].contains(bitDepth) {
      throw RefusedValue.error("--bit-depth", takes: "8, 10 or 12", not: bitDepth)
    }
  }

  /// The options that movies do not have, and whether they differ from the defaults.
  var givenForPhotos: [(name: String, isGiven: Bool)] {
    faceSearch.given + [
      ("--mattes-from", mattesFrom != .auto), ("--bit-depth", bitDepth != nil), ("--speed", speed != nil),
      ("--expand-to-hdr", expandToHdr), ("--damaged", damage.damaged),
    ]
  }

  /// The quality of mattes.
  var matteQuality: MatteQuality { quality?.mattes ?? choice.matteQuality }

  /// The options as the library takes them.
  ///
  /// - Throws: `unreadable` of a file that an option names.
  func processing() throws(PhotoFileError) -> ProcessingOptions {
    var options = ProcessingOptions()
    options.matteSource = mattesFrom
    options.faces = faceSearch.search
    options.knownFaces = try faceSearch.knownFaces()
    options.mattes = mattes
    options.matteQuality = matteQuality
    options.weights = choice.models
    options.quality = quality?.encoding
    options.speed = speed
    options.bitDepth = bitDepth
    options.metadata = metadata
    options.keepsUnknown = keepUnknown
    options.requiresPerson = requirePerson
    options.allowsIncomplete = damage.damaged
    options.expandsToHDR = expandToHdr
    return options
  }
}

extension MetadataPolicy: ExpressibleByArgument {}
extension MatteSource: ExpressibleByArgument {}
extension MatteDestination: ExpressibleByArgument {}
