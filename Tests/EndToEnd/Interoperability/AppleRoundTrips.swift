import Foundation
import MatteKit
import Support
import Testing

/// iPhones' files, and the files written after reading them.
struct AppleRoundTrips: Sendable {
  struct Trip: Sendable, CustomTestStringConvertible {
    let original: URL
    let photos: PhonePhotos
    let format: PhotoFormat
    /// Whether the pixels and the faces were replaced in between.
    let isEdited: Bool
    let file: URL

    var originalFormat: PhotoFormat { original.pathExtension == "jpg" ? .jpeg : .heic }
    var testDescription: String {
      "\(photos): \(original.lastPathComponent) as \(isEdited ? "edited " : "")\(format.rawValue)"
    }
  }

  let trips: [Trip]

  /// The faces of the edited photo.
  static let faces = [
    Face(id: 7, bounds: NormalizedRect(x: 0.125, y: 0.25, width: 0.25, height: 0.125), roll: .degrees(10))
  ]

  init(in folder: URL) throws {
    var trips: [Trip] = []
    for (photos, name) in PhonePhotos.quick.flatMap({ photos in PhonePhotos.names.map { (photos, $0) } }) {
      let original = photos.url(name)
      let photo = try Photo(contentsOf: original)
      let edited = photo.with(pixels: photo.pixels, faces: Self.faces)
      for (format, isEdited) in [(PhotoFormat.heic, false), (.jpeg, false), (.jpeg, true)] {
        let ending = format == .jpeg ? "jpg" : "heic"
        let file = folder.appending(path: "\(photos)-\(name)-\(isEdited).\(ending)")
        try (isEdited ? edited : photo).write(to: file, as: .default(for: format))
        trips.append(Trip(original: original, photos: photos, format: format, isEdited: isEdited, file: file))
      }
    }
    self.trips = trips
  }

  @TaskLocal static var current: AppleRoundTrips?
}
