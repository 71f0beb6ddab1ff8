import ArgumentParser
import Batch
import Capture
import FoundationEssentials
import MatteKit

/// Which photos `capture` takes beside its movie.
struct CapturePhotoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Take a photo with the first frame, and then one every so many seconds.", valueName: "seconds"))
  var photoEvery: Double?
  @Option(
    help: ArgumentHelp(
      "The mattes in photos, such as portrait,hair. `mattetool mattes` makes those of the movie.",
      valueName: "kinds"))
  var photoMattes: MatteKindList?
  @Flag(
    help: ArgumentHelp(
      "Take photos in the camera's largest format. While it switches to that, the movie stands still."
    ))
  var fullSizePhotos = false
  @Option(help: ArgumentHelp("The format of photos, as a file's extension: heic, jpg, ...", valueName: "extension"))
  var photoFormat = "heic"

  func validate() throws {
    try photoMattes?.checkRepetition("--photo-mattes")
    guard photoEvery.map({ $0 > 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--photo-every takes a time above 0")
    }
    guard let format else { throw ValidationError("--photo-format takes a kind of photo, such as heic or jpg") }
    guard photoMattes == nil || format.holds(.auxiliaryImages) else {
      let others = PhotoFormat.names(joinedBy: "or") { $0.holds(.auxiliaryImages) }
      throw ValidationError("--photo-mattes: photos in \(format.name) have no mattes; take photos in \(others)")
    }
  }

  private var format: PhotoFormat? { PhotoFormat(pathExtension: photoFormat).flatMap { $0.isWritable ? $0 : nil } }

  /// Creates the outputs that take the photos.
  ///
  /// - Parameters:
  ///   - movie: the movie, whose name the photos have, with a number.
  ///   - effects: the effects on the photos; nil for none.
  ///   - sources: the files that are read, none of which is replaced.
  ///   - overwriting: whether other files may be replaced.
  func taking(
    besides movie: String, drawing effects: EffectStack?, sources: SourceFiles, overwriting: Bool
  ) throws -> PhotoTaking {
    let kinds = Set(photoMattes?.kinds ?? [])
    return try PhotoTaking(
      names: PhotoNames(besides: movie, pathExtension: photoFormat, overwriting: overwriting, sources: sources),
      interval: photoEvery,
      mattes: kinds, fullSize: fullSizePhotos
    ) { [format, fullSizePhotos] in
      PhotoSettings(
        encoding: .default(for: format ?? .heic), mattes: kinds, isHighResolution: fullSizePhotos, effects: effects)
    }
  }
}
