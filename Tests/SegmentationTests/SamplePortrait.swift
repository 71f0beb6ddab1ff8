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
    let pixels = try frame(of: PixelSize(width: 3 * place.width, height: 2 * place.height), at: [place])
    return (pixels, try #require(try FaceDetector().faces(in: pixels).first))
  }

  /// A frame of 1536x1024 with three copies of the portrait, a quarter of its width each, before gray, and their faces:
  /// the heads have fewer pixels in the network's input than in the frame.
  static func threeInARow() throws -> (pixels: PixelBuffer, faces: [Face]) {
    let places = [60, 576, 1092].map { PixelRect(x: $0, y: 640, width: 384, height: 384) }
    let pixels = try frame(of: PixelSize(width: 1536, height: 1024), at: places)
    let faces = try FaceDetector().faces(in: pixels)
    try #require(!faces.isEmpty)
    return (pixels, faces)
  }

  /// Copies of the portrait before gray.
  private static func frame(of size: PixelSize, at places: [PixelRect]) throws -> PixelBuffer {
    var bytes = [UInt8](repeating: 140, count: 4 * size.area)
    let portrait = try Photo(contentsOf: file).pixels.converted(to8Bit: .rgba8)
    for place in places {
      let picture = try portrait.resized(to: place.size)
      for y in 0..<place.height {
        let target = 4 * ((y + place.y) * size.width + place.x)
        bytes.replaceSubrange(
          target..<target + 4 * place.width, with: picture.bytes[4 * y * place.width..<4 * (y + 1) * place.width])
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }
}
