import FoundationEssentials
import MatteKit
import Support

/// A movie of uniform frames, each with another gray, that is removed with its last reference.
final class SmallMovie {
  let folder: TemporaryFolder
  let url: URL

  init(_ name: String = "small.mp4", width: Int = 64, height: Int = 48, frames: Int) throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: name)
    try Self.write(to: url, width: width, height: height, frames: frames)
  }

  static func write(
    to url: URL, width: Int = 64, height: Int = 48, frames: Int, settings: MovieSettings = MovieSettings(),
    endingAt end: MediaTime? = nil
  ) throws {
    let movie = try MovieWriter(url: url, settings: settings)
    for number in 0..<frames {
      let gray = UInt8(truncatingIfNeeded: 20 + number * 8)
      let pixels = PixelBuffer(
        size: PixelSize(width: width, height: height), format: .rgba8, colorSpace: .sRGB,
        bytes: (0..<width * height).flatMap { _ in [gray, gray, gray, 255] })
      try movie.write(Frame(pixels: pixels, time: MediaTime(value: Int64(number), timescale: 25)))
    }
    if let end { movie.endSession(atSourceTime: end) }
    try movie.finish()
  }
}
