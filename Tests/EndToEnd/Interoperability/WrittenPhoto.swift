import Foundation
import MatteKit

/// A file of ours, and what every reader must decode.
struct WrittenPhoto: Sendable {
  let options: EncodingOptions
  let picture: UprightPicture
  let orientation: Orientation
  /// The profile in the file; nil for sRGB.
  let profile: [UInt8]?
  let hasAlpha: Bool
  let file: URL

  var format: PhotoFormat { options.format }
  var name: String { file.deletingPathExtension().lastPathComponent }

  /// The face that each of them records, upright.
  static let face = Face(
    id: 3, bounds: NormalizedRect(x: 0.25, y: 0, width: 0.25, height: 0.5), roll: .degrees(30),
    yaw: .degrees(315), confidence: 0.5)

  /// A TIFF stream with Orientation and the tags that EXIF requires beside it (CIPA DC-008, 4.6.8).
  static func exif(_ orientation: Orientation, size: PixelSize) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF), 0, 0] }
    func entry(_ tag: Int, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      short(tag).prefix(2) + [0, type, 0, 0, 0, count] + value
    }
    let first =
      entry(0x0112, 3, 1, short(orientation.rawValue)) + entry(0x011A, 5, 1, [0, 0, 0, 164])
      + entry(0x011B, 5, 1, [0, 0, 0, 172]) + entry(0x0128, 3, 1, short(2)) + entry(0x0213, 3, 1, short(1))
      + entry(0x8769, 4, 1, [0, 0, 0, 86])
    let second =
      entry(0x9000, 7, 4, Array("0232".utf8)) + entry(0x9101, 7, 4, [1, 2, 3, 0])
      + entry(0xA000, 7, 4, Array("0100".utf8)) + entry(0xA001, 3, 1, short(1))
      + entry(0xA002, 3, 1, short(size.width)) + entry(0xA003, 3, 1, short(size.height))
    return Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 6] + first + [0, 0, 0, 0, 0, 6] + second + [0, 0, 0, 0]
      + [0, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0, 72, 0, 0, 0, 1]
  }

  /// The file's EXIF block.
  var exif: [UInt8] { Self.exif(orientation, size: storedSize) }

  var storedSize: PixelSize { orientation.rawValue >= 5 ? picture.size.transposed : picture.size }

  /// Writes the picture as a file of the folder.
  init(
    _ picture: UprightPicture, as options: EncodingOptions, orientation: Orientation, profile: [UInt8]?,
    hasAlpha: Bool = false, in folder: URL
  ) throws {
    self.options = options
    self.picture = picture
    self.orientation = orientation
    self.profile = profile
    self.hasAlpha = hasAlpha
    var name = "\(picture.size)-\(orientation.rawValue)-\(profile == nil ? "plain" : "profile")"
    if let depth = options.bitDepth { name += "-\(depth)bits" }
    if hasAlpha { name += "-alpha" }
    let ending = options.format == .jpeg ? "jpg" : options.format.rawValue
    file = folder.appending(path: "\(options.format.rawValue)-\(name).\(ending)")
    let photo = picture.photo(
      orientation: orientation, colorSpace: profile.map(ColorSpace.icc) ?? .sRGB, hasAlpha: hasAlpha,
      metadata: PhotoMetadata(exif: exif), faces: [Self.face])
    try photo.write(to: file, as: options)
  }
}
