import Foundation
import MatteKit

/// Pictures without people.
enum SyntheticPicture {
  static func gradient(width: Int, height: Int) -> Photo {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += [UInt8(x * 255 / width), UInt8(y * 255 / height), 90, 255] }
    }
    return Photo(pixels: PixelBuffer(size: PixelSize(width: width, height: height), format: .rgba8, bytes: bytes))
  }

  static func pixels(of file: String) throws -> PixelBuffer { try Photo(contentsOf: URL(filePath: file)).pixels }
}
