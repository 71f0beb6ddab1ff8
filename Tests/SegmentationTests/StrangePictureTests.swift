import FaceMeta
import FoundationEssentials
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Segmentation

/// Pictures that show no person, or hardly anything.
@Suite(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"))
struct StrangePictureTests {
  private static let generators = Dictionary(
    uniqueKeysWithValues: MatteQuality.allCases.map { quality in
      (quality, Result { try MatteGenerator(quality: quality) })
    })

  private func mattes(of pixels: PixelBuffer, quality: MatteQuality = .balanced) throws -> MatteSet {
    let faces = try FaceDetector().faces(in: pixels)
    let generator = try Self.generators[quality]?.get() ?? MatteGenerator(quality: quality)
    let found = try generator.mattes(for: pixels, orientation: .up, faces: faces, in: .upright)
    MatteLaws.check(found, size: pixels.size, faces: faces)
    return found
  }

  private func plain(_ size: PixelSize, _ format: PixelFormat, _ value: UInt8) -> PixelBuffer {
    PixelBuffer(
      size: size, format: format, bytes: [UInt8](repeating: value, count: size.area * format.bytesPerPixel))
  }

  @Test(arguments: TestScale.isFull ? MatteQuality.allCases : [.balanced])
  func `pictures of every shape have an answer`(quality: MatteQuality) throws {
    let (thin, flat) = (PixelSize(width: 1, height: 4000), PixelSize(width: 4000, height: 1))
    for size in [
      PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 1), PixelSize(width: 3, height: 5), thin, flat,
    ] {
      #expect(try mattes(of: plain(size, .rgba8, 128), quality: quality).isEmpty, "\(size)")
    }
  }

  @Test(arguments: TestScale.isFull ? PixelFormat.allCases : [.l8, .rgba16])
  func `black and white have an answer in every format`(format: PixelFormat) throws {
    for value: UInt8 in [0, 255] {
      let found = try mattes(of: plain(PixelSize(width: 90, height: 60), format, value))
      #expect(found[.hair] == nil && found[.skin] == nil && found[.teeth] == nil)
    }
  }

  @Test func `a face in a strip a few pixels high has an answer`() throws {
    let picture = try Photo(contentsOf: SamplePortrait.file).pixels
    for size in [PixelSize(width: 512, height: 5), PixelSize(width: 7, height: 512)] {
      _ = try mattes(of: picture.resized(to: size))
    }
  }

  @Test func `noise has neither hair nor skin nor teeth`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 31)
    let size = PixelSize(width: 200, height: 150)
    var bytes: [UInt8] = []
    for _ in 0..<size.area {
      let bits = random.next()
      bytes += [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), 255]
    }
    let found = try mattes(of: PixelBuffer(size: size, format: .rgba8, bytes: bytes))
    #expect(found[.hair] == nil && found[.skin] == nil && found[.teeth] == nil)
  }

  @Test(arguments: [false, true])
  func `a cartoon has neither hair nor skin nor teeth`(smiles: Bool) throws {
    let found = try mattes(of: Cartoon(smiles: smiles).picture())
    #expect(found[.hair] == nil && found[.skin] == nil && found[.teeth] == nil)
  }

  @Test(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
  func `a dog has neither hair nor skin nor teeth`() throws {
    let folder = try #require(ProjectFolder.sharedData)
    let photo = try Photo(contentsOf: folder.appending(path: "apple/pillow_pug.heic"))
    let pixels = photo.pixels.oriented(by: photo.orientation)
    for side in [320, 480] {
      let scale = min(1, Double(side) / Double(max(pixels.width, pixels.height)))
      let found = try mattes(
        of: pixels.resized(
          to: PixelSize(width: Int(Double(pixels.width) * scale), height: Int(Double(pixels.height) * scale))))
      #expect(found[.hair] == nil && found[.skin] == nil && found[.teeth] == nil)
    }
  }
}
