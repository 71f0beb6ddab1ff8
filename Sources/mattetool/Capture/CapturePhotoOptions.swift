import ArgumentParser
import Capture
import FoundationEssentials
import MatteKit

/// Which photos `capture` takes beside its movie.
struct CapturePhotoOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Take a photo with the first frame, and then each so many seconds.", valueName: "seconds"))
  var photoEvery: Double?
  @Option(help: ArgumentHelp("The mattes that photos hold, such as portrait,hair.", valueName: "kinds"))
  var mattes: MatteKindList?
  @Option(
    help: ArgumentHelp("An effect on photos, several with + between, or a preset (.json).", valueName: "name"),
    completion: .effect)
  var effect: String?
  @Option(help: ArgumentHelp("The kind of file of photos.", valueName: "heic|jpg")) var photoFormat = "heic"
  @OptionGroup var settings: EffectOptions

  func validate() throws {
    guard photoEvery.map({ $0 > 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--photo-every takes a time above 0")
    }
    guard format != nil else { throw ValidationError("--photo-format takes a kind of photo, such as heic or jpg") }
  }

  private var format: PhotoFormat? { PhotoFormat(pathExtension: photoFormat).flatMap { $0.isWritable ? $0 : nil } }

  /// What takes the photos.
  ///
  /// - Parameters:
  ///   - movie: whose name photos have, with a number.
  ///   - overwriting: whether files may be replaced.
  func taking(besides movie: String, overwriting: Bool) throws -> PhotoTaking {
    let effects = try effect.map { try settings.preset($0).stack }
    let kinds = Set(mattes?.kinds ?? [])
    return try PhotoTaking(
      names: PhotoNames(besides: movie, pathExtension: photoFormat, overwriting: overwriting), interval: photoEvery,
      mattes: kinds
    ) { [format] in
      PhotoSettings(encoding: .default(for: format ?? .heic), mattes: kinds, effects: effects)
    }
  }
}
