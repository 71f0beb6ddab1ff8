import FaceMeta
import FoundationEssentials
import Glibc
import Imaging
import Kernels
import PhotoFile
import Support
import Testing

@testable import Segmentation

/// The laws of ``MatteLaws`` on real pictures, and changes that must not change the mattes: of the picture's storage,
/// size and side.
@Suite(.enabled(if: SamplePortrait.isReady, "needs set-up's networks and sample"))
struct MatteInvarianceTests {
  private static let generator = Result { try MatteGenerator() }
  private static let kinds: [MatteKind] = [.hair, .skin, .portrait]

  private func mattes(of pixels: PixelBuffer, _ orientation: Orientation = .up, faces: [Face]) throws -> MatteSet {
    try Self.generator.get().mattes(for: pixels, orientation: orientation, faces: faces, in: .upright)
  }

  private func sample(_ width: Int, _ height: Int) throws -> (pixels: PixelBuffer, faces: [Face]) {
    let picture = try Photo(contentsOf: SamplePortrait.file).pixels
    let pixels = try picture.resized(to: PixelSize(width: width, height: height))
    return (pixels, try FaceDetector().faces(in: pixels))
  }

  /// Intersection over union of pixels above one half, both scaled to `a`'s size.
  private func overlap(_ a: Matte?, _ b: Matte?, mirrored: Bool = false) throws -> Double {
    let (a, b) = (try #require(a).pixels, try #require(b).pixels)
    let other = try (mirrored ? b.oriented(by: .upMirrored) : b).resized(to: a.size)
    var (both, either) = (0, 0)
    for (x, y) in zip(a.bytes, other.bytes) {
      if x > 127 && y > 127 { both += 1 }
      if x > 127 || y > 127 { either += 1 }
    }
    return Double(both) / Double(max(either, 1))
  }

  @Test func `however a picture of even sides is stored, its mattes are the same to the bit`() throws {
    let (pixels, faces) = try sample(256, 224)
    let upright = try mattes(of: pixels, faces: faces)
    #expect(Set(Self.kinds).isSubset(of: upright.kinds))
    MatteLaws.check(upright, size: pixels.size, faces: faces)
    for orientation in Orientation.allCases.dropFirst() {
      let stored = pixels.oriented(by: orientation.inverse)
      #expect(try mattes(of: stored, orientation, faces: faces) == upright, "\(orientation)")
    }
  }

  @Test func `however a picture of odd sides is stored, its mattes are the same to a level on average`() throws {
    let (pixels, faces) = try sample(257, 223)
    let upright = try mattes(of: pixels, faces: faces)
    let turned = try mattes(of: pixels.oriented(by: .left), .right, faces: faces)
    for kind in Self.kinds {
      #expect(try #require(upright[kind]).difference(from: try #require(turned[kind])) < 1, "\(kind)")
    }
  }

  @Test func `a picture of linear light has the mattes of the same one in sRGB`() throws {
    let (pixels, faces) = try sample(256, 224)
    let light = pixels.bytes.enumerated().map { index, byte -> UInt16 in
      let value = Double(byte) / 255
      let linear = index % 4 == 3 ? value : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return UInt16((linear * 65535).rounded())
    }
    let bytes = light.withUnsafeBytes { Array($0) }
    let linear = PixelBuffer(
      size: pixels.size, format: .rgba16, colorSpace: .extendedLinearSRGB, alphaType: pixels.alphaType, bytes: bytes)
    let (expected, found) = (try mattes(of: pixels, faces: faces), try mattes(of: linear, faces: faces))
    for kind in Self.kinds {
      #expect(try #require(found[kind]).difference(from: try #require(expected[kind])) < 1, "\(kind)")
    }
  }

  @Test func `a picture and its mirror image have nearly the same mattes`() throws {
    let (pixels, faces) = try sample(384, 384)
    let mirror = pixels.oriented(by: .upMirrored)
    let upright = try mattes(of: pixels, faces: faces)
    let mirrored = try mattes(of: mirror, faces: FaceDetector().faces(in: mirror))
    MatteLaws.check(mirrored, size: mirror.size, faces: try FaceDetector().faces(in: mirror))
    for kind in Self.kinds {
      #expect(try overlap(upright[kind], mirrored[kind], mirrored: true) > 0.7, "\(kind)")
    }
  }

  @Test func `half and double the size give nearly the same mattes`() throws {
    let (pixels, faces) = try sample(512, 512)
    let upright = try mattes(of: pixels, faces: faces)
    let (half, halfFaces) = try sample(256, 256)
    let scaled = try mattes(of: half, faces: halfFaces)
    MatteLaws.check(upright, size: pixels.size, faces: faces)
    for kind in Self.kinds {
      let least = kind == .hair ? 0.75 : 0.85
      let overlap = try overlap(upright[kind], scaled[kind])
      #expect(overlap > least, "\(kind): \(overlap)")
    }
  }

  @Test(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
  func `the laws hold for groups and single people`() throws {
    let folder = try #require(ProjectFolder.sharedData).appending(path: "photos")
    for name in ["people/smile.jpg", "group/12.jpg"] {
      let photo = try Photo(contentsOf: folder.appending(path: name))
      let scale = min(1, 480 / Double(max(photo.pixels.width, photo.pixels.height)))
      let pixels = try photo.pixels.resized(
        to: PixelSize(
          width: Int(Double(photo.pixels.width) * scale), height: Int(Double(photo.pixels.height) * scale)))
      let faces = try FaceDetector().faces(in: pixels)
      #expect(!faces.isEmpty, "\(name)")
      let found = try mattes(of: pixels, faces: faces)
      #expect(found[.skin] != nil && found[.portrait] != nil, "\(name)")
      MatteLaws.check(found, size: pixels.size, faces: faces)
    }
  }
}
