import Imaging
import Inference
import Kernels
import PhotoFile
import Testing

@testable import FaceMeta

@Suite(.enabled(if: FaceDetectorTests.hasSample, "needs the networks and the sample photo"))
struct FaceRegionNetworkTests {
  @Test(arguments: [12, 16, 20, 26])
  func `a small face is reported with its place, and nothing far from it`(width: Int) throws {
    let network = try FaceRegionNetwork(from: .default, streams: 1)
    // Her head and shoulders; the face is 84 pixels wide, its center at 128, 114 of 256.
    let side = 256 * width / 84
    let head = try Photo(contentsOf: FaceDetectorTests.sample).pixels.converted(to8Bit: .rgba8)
      .cropped(to: PixelRect(x: 96, y: 10, width: 256, height: 256)).resized(to: PixelSize(width: side, height: side))
    var bytes = [UInt8](repeating: 110, count: 600 * 400 * 4)
    for y in 0..<side {
      let start = ((y + 90) * 600 + 230) * 4
      bytes.replaceSubrange(
        start..<start + side * 4, with: head.bytes[y * head.rowBytes..<y * head.rowBytes + side * 4])
    }
    let picture = PixelBuffer(size: PixelSize(width: 600, height: 400), format: .rgba8, bytes: bytes)
    let region = PixelRect(x: 100, y: 20, width: 380, height: 360)
    let places = try network.places(
      in: picture, region: region, minimumScore: FaceAnalysisSettings.regionScore)
    let face = SIMD2(230 + 128 * Float(side) / 256, 90 + 114 * Float(side) / 256)
    func distance(_ place: FaceRegionNetwork.Place) -> Float {
      max(abs(place.point.x - face.x), abs(place.point.y - face.y))
    }
    #expect(places.contains { distance($0) < 12 })
    #expect(places.allSatisfy { $0.score < FaceAnalysisSettings.sureRegionScore || distance($0) < 60 })
  }
}
