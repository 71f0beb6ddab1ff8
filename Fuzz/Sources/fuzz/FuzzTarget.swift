import FoundationEssentials
import Imaging

@testable import PhotoFile

/// A part of PhotoFile or Codes that reads untrusted bytes, with initial inputs.
struct FuzzTarget: Sendable {
  let name: String
  /// Inputs that the part accepts, made by the package's own writers.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Words of the format, which libFuzzer inserts because chance would not find them.
  let words: [String]
  /// Must return, whatever the bytes are; a broken promise stops the program.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [
    .boxes, .heic, .hevc, .av1, .segments, .jpeg, .png, .webP, .tiff, .jpegXL, .gif, .raw, .losslessEditing, .exif,
    .xmp, .profile, .codes,
  ]

  /// Small enough that an input takes milliseconds.
  static let limits: ReadingLimits = {
    var limits = ReadingLimits()
    limits.pixels = 1 << 20
    limits.fileBytes = 1 << 22
    return limits
  }()

  /// Lets `body` succeed or fail with an error for damaged files.
  static func reading(_ body: () throws(PhotoFileError) -> Void) {
    do throws(PhotoFileError) {
      try body()
    } catch {
      switch error {
      case .empty, .malformed, .limitExceeded, .unsupported, .unknownFormat, .emptyRegion: break
      default: fatalError("not an error of reading: \(error)")
      }
    }
  }

  /// Reads a whole file, in each way in which a file can be read.
  static func readPhoto(_ bytes: [UInt8]) {
    let choice = bytes.reduce(0) { $0 &+ $1 }
    let options = ReadingOptions(
      limits: limits, region: choice & 1 == 0 ? nil : PixelRect(x: 3, y: 2, width: 14, height: 300),
      maximumPixelSize: choice & 2 == 0 ? nil : 11, allowsIncomplete: choice & 4 != 0)
    reading { () throws(PhotoFileError) in check(try Photo(data: bytes, name: "fuzz", options: options)) }
    reading { () throws(PhotoFileError) in
      _ = try PhotoSummary(data: bytes, name: "fuzz", limits: limits)
    }
  }

  /// Checks that a photo's pixels have all their bytes.
  static func check(_ photo: Photo) {
    for pixels in [photo.pixels] + photo.auxiliaryImages.map(\.pixels) {
      precondition(pixels.bytes.count == pixels.rowBytes * pixels.height)
      precondition(pixels.size.area <= limits.pixels)
    }
  }

  func writeSeeds(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, seed) in try seeds().enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
    }
    let lines = words.map { word in
      "\"" + word.utf8.map { byte in "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
        + "\"\n"
    }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "../dictionary-\(name)"))
  }
}
