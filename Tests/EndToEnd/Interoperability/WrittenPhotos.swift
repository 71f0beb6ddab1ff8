import Foundation
import MatteKit
import Support
import Testing

/// The files that other people's programs have to read: formats, sizes, orientations, with and without profile, each
/// pair of values at least once (all combinations with `MATTEKIT_TEST_SCALE=full`), and some of 10 bits and with alpha.
struct WrittenPhotos: Sendable {
  let photos: [WrittenPhoto]

  /// A further format is one more line.
  private static let formats: [EncodingOptions] = [.heic(quality: 0.9), .avif(quality: 0.9), .jpeg(quality: 0.95)]
  private static let sizes = [(1, 1), (3, 5), (511, 513)].map { PixelSize(width: $0.0, height: $0.1) }
  /// Of many tiles, with odd sides, as large as a phone's if every case is tried; once in each format, because it is
  /// slow.
  private static let largeSize =
    TestScale.isFull ? PixelSize(width: 3023, height: 4031) : PixelSize(width: 1151, height: 1537)

  init(in folder: URL) throws {
    let profile = try #require(ICCProfile.bytes(for: .displayP3))
    var photos: [WrittenPhoto] = []
    let pictures = Self.sizes.map(UprightPicture.init)
    for (row, orientation) in Orientation.allCases.enumerated() {
      for (column, options) in Self.formats.enumerated() {
        for (index, picture) in pictures.enumerated() {
          for (other, profile) in [nil, profile].enumerated() {
            // Over the rows and columns of this pattern each size meets each orientation, format and profile.
            let isInPattern = (row + column) % pictures.count == index && (row + column) % 2 == other
            guard TestScale.isFull || isInPattern else { continue }
            photos.append(
              try WrittenPhoto(picture, as: options, orientation: orientation, profile: profile, in: folder))
          }
        }
      }
    }
    let picture = UprightPicture(PixelSize(width: 150, height: 90))
    for orientation in TestScale.isFull ? [Orientation.up, .right] : [.right] {
      for options in [EncodingOptions.heic(quality: 0.9, bitDepth: 10), .avif(quality: 0.9, bitDepth: 10)] {
        photos.append(try WrittenPhoto(picture, as: options, orientation: orientation, profile: profile, in: folder))
      }
      for options in [EncodingOptions.heic(quality: 0.9), .avif(quality: 0.9)] {
        photos.append(
          try WrittenPhoto(
            picture, as: options, orientation: orientation, profile: profile, hasAlpha: true, in: folder))
      }
    }
    let large = UprightPicture(Self.largeSize)
    for options in TestScale.isFull ? Self.formats : [Self.formats[0]] {
      photos.append(try WrittenPhoto(large, as: options, orientation: .right, profile: profile, in: folder))
    }
    self.photos = photos
  }

  func photos(in formats: Set<PhotoFormat>) -> [WrittenPhoto] { photos.filter { formats.contains($0.format) } }

  /// Those that the tests of a suite with the trait `writtenPhotos` share.
  @TaskLocal static var current: WrittenPhotos?
}
