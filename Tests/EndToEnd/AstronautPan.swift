import FoundationEssentials
import MatteKit

/// A pan of a camera over the astronaut, whose face moves left.
enum AstronautPan {
  static let size = PixelSize(width: 320, height: 240)

  /// - Parameter step: pixels a frame.
  static func pictures(_ count: Int, step: Int) throws -> [PixelBuffer] {
    let picture = try Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels.converted(to8Bit: .rgba8)
    return try (0..<count).map { number in
      try picture.resized(PixelRect(x: 20 + step * number, y: 10, width: size.width, height: size.height), to: size)
    }
  }

  /// Writes the whole picture as a PNG of even sides.
  static func write(to file: URL) throws {
    let picture = try Photo(contentsOf: URL(filePath: Samples.astronaut)).pixels.converted(to8Bit: .rgba8)
    try Photo(pixels: picture.resized(to: PixelSize(width: 512, height: 512))).write(to: file, as: .png)
  }
}
