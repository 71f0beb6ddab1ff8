import FaceMeta
import FoundationEssentials
import Imaging
import Inference
import Kernels
import PhotoFile
import Segmentation
import Support
import Testing

/// The portrait that set-up installs: the astronaut Eileen Collins, 512 x 512, NASA, public domain.
enum SamplePortrait {
  static let file = ProjectFolder.dependencies.appending(path: "samples/astronaut.png")

  /// Whether it is there, and the network too.
  static let isReady =
    FileManager.default.fileExists(atPath: file.path)
    && MatteGenerator.networkNames.allSatisfy(NetworkStore.default.canFind)

  /// The position of the portrait in ``besideAWall()``.
  static let placeBesideAWall = PixelRect(x: 300, y: 256, width: 256, height: 256)

  /// A frame of 768x512 in which the portrait fills a sixth, in front of gray, and the face in it.
  static func besideAWall() throws -> (pixels: PixelBuffer, face: Face) {
    let place = placeBesideAWall
    let picture = try Photo(contentsOf: file).pixels.converted(to8Bit: .rgba8).resized(to: place.size)
    let size = PixelSize(width: 3 * place.width, height: 2 * place.height)
    var bytes = [UInt8](repeating: 140, count: 4 * size.area)
    for y in 0..<place.height {
      let target = 4 * ((y + place.y) * size.width + place.x)
      bytes.replaceSubrange(
        target..<target + 4 * place.width, with: picture.bytes[4 * y * place.width..<4 * (y + 1) * place.width])
    }
    let pixels = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    return (pixels, try #require(try FaceDetector().faces(in: pixels).first))
  }
}
