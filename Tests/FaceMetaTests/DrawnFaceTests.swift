import Imaging
import Kernels
import PhotoFile
import Testing

@testable import FaceMeta

/// Things that the mesh network takes for faces, and CenterFace does not.
@Suite(.enabled(if: FaceDetectorTests.hasSample, "needs the networks and the sample photo"))
struct DrawnFaceTests {
  /// Ellipses of one color each on a white ground, in pixels: a drawn face.
  private static func drawing() -> PixelBuffer {
    let size = PixelSize(width: 320, height: 320)
    func isIn(_ x: Int, _ y: Int, _ cx: Double, _ cy: Double, _ a: Double, _ b: Double) -> Bool {
      let (dx, dy) = ((Double(x) - cx) / a, (Double(y) - cy) / b)
      return dx * dx + dy * dy < 1
    }
    return PixelBuffer(size: size, format: .rgba8) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          var color: (UInt8, UInt8, UInt8) = (250, 250, 250)
          if isIn(x, y, 160, 130, 88, 100) { color = (90, 50, 20) }
          if isIn(x, y, 160, 160, 75, 90) { color = (245, 205, 165) }
          for eye in [130.0, 190.0] {
            if isIn(x, y, eye, 118, 16, 3) { color = (60, 35, 15) }
            if isIn(x, y, eye, 140, 13, 8) { color = (255, 255, 255) }
            if isIn(x, y, eye, 140, 6, 7) { color = (40, 30, 30) }
          }
          if isIn(x, y, 160, 172, 8, 6) { color = (225, 170, 130) }
          if isIn(x, y, 160, 205, 26, 8) { color = (190, 70, 70) }
          let pixel = 4 * (y * size.width + x)
          (bytes[pixel], bytes[pixel + 1], bytes[pixel + 2], bytes[pixel + 3]) = (color.0, color.1, color.2, 255)
        }
      }
    }
  }

  @Test func `a drawn face that the mesh network takes for a real one is not confirmed`() throws {
    let networks = FaceNetworks.stills(from: .default)
    let pyramid = PicturePyramid(UprightPicture(Self.drawing(), orientation: .up))
    let crop = FaceCrop(center: SIMD2(160, 160), side: 270, roll: 0)
    let pixels = try #require(try pyramid.pixels(of: crop, side: FaceMesh.inputSize))
    let mesh = try #require(try networks.loadMesh().prediction(for: crop, pixels: pixels))
    #expect(mesh.presence > FaceAnalysisSettings.minimumPresence)
    #expect(try !CenterFaceVerifier(networks).confirms(mesh, in: pyramid))
  }

  @Test func `in a frame a face is confirmed at two sizes, and a drawn one is not`() throws {
    let verifier = CenterFaceVerifier(FaceNetworks.frames(from: .default))
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    let face = try #require(try FaceDetector(measuresIrises: false).faces(in: photo).first)
    let picture = PicturePyramid(UprightPicture(photo, orientation: .up))
    #expect(try verifier.confirms(FaceCrop(face, in: photo.size), in: picture))
    let drawn = PicturePyramid(UprightPicture(Self.drawing(), orientation: .up))
    #expect(try !verifier.confirms(FaceCrop(center: SIMD2(160, 160), side: 270, roll: 0), in: drawn))
  }

  @Test func `a face of a photo is confirmed, and nothing is said of one that the edge cuts`() throws {
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    let face = try #require(try FaceDetector(measuresIrises: false).faces(in: photo).first?.landmarks)
    func confirmed(movedBy step: Float, in picture: PixelBuffer) throws -> Bool {
      let side = Float(photo.width)
      let points = face.points.map { SIMD3($0.x * side + step, $0.y * side, $0.z * side) }
      return try CenterFaceVerifier(FaceNetworks.stills(from: .default)).confirms(
        FaceMesh.Prediction(points: points, presence: 1),
        in: PicturePyramid(UprightPicture(picture, orientation: .up)))
    }
    #expect(try confirmed(movedBy: 0, in: photo))
    let empty = PixelBuffer(size: photo.size, format: .rgba8)
    #expect(try !confirmed(movedBy: 0, in: empty))
    #expect(try confirmed(movedBy: -200, in: empty))
  }
}
