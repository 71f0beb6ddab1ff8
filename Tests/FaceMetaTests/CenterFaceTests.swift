import FoundationEssentials
import Imaging
import Inference
import Kernels
import PhotoFile
import Testing

@testable import FaceMeta

@Suite(.enabled(if: FaceDetectorTests.hasSample, "needs the networks and the sample photo"))
struct CenterFaceTests {
  /// A square candidate with level eyes, turned by quarters.
  private func candidate(_ x: Float, _ y: Float, side: Float, eyes: SIMD2<Float> = SIMD2(1, 0)) -> FaceCandidate {
    let center = SIMD2(x, y)
    let points = [center - eyes * side / 4, center + eyes * side / 4]
    return FaceCandidate(
      minimum: center - side / 2, maximum: center + side / 2,
      points: points + [SIMD2<Float>](repeating: center, count: 4), score: 0.3)
  }

  private func box(_ detection: CenterFace.Detection) -> [Float] {
    [detection.minimum.x, detection.minimum.y, detection.maximum.x, detection.maximum.y]
  }

  @Test func `a face of any size is detected, and none where there is none`() throws {
    let network = try CenterFace(from: .default, streams: 1)
    let picture = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    // By eye on the photo of 512 x 512: from the hairline at 65 to the chin at 190, from 178 to 275 across.
    for factor in [Float(1), 2] {
      let size = PixelSize(width: picture.width * Int(factor), height: picture.height * Int(factor))
      let upright = PicturePyramid(UprightPicture(try picture.resized(to: size), orientation: .up))
      let found = try #require(
        try network.detection(for: candidate(225 * factor, 125 * factor, side: 110 * factor), in: upright))
      #expect(found.score > 0.7)
      let edges: [Float] = [178, 65, 275, 190]
      for (edge, wanted) in zip(box(found), edges) { #expect(abs(edge / factor - wanted) < 18) }
    }
    let upright = PicturePyramid(UprightPicture(picture, orientation: .up))
    let elsewhere: [SIMD2<Float>] = [SIMD2(90, 400), SIMD2(420, 420), SIMD2(420, 80)]
    for place in elsewhere {
      let found = try network.detection(for: candidate(place.x, place.y, side: 100), in: upright)
      #expect((found?.score ?? 0) < 0.5, "\(place)")
    }
  }

  @Test func `of several detections in one crop, those that may be faces are reported`() throws {
    let network = try CenterFace(from: .default, streams: 1)
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    let turned = photo.oriented(by: .right)
    let upright = [candidate(225, 125, side: 110), candidate(228, 120, side: 96)]
    let lying = [candidate(387, 225, side: 110, eyes: SIMD2(0, 1)), candidate(390, 228, side: 120, eyes: SIMD2(0, 1))]
    for (picture, faces, elsewhere) in [
      (photo, upright, [candidate(120, 390, side: 60), candidate(400, 380, side: 50)]),
      (turned, lying, [candidate(130, 120, side: 60), candidate(130, 400, side: 50)]),
    ] {
      let crops = PicturePyramid(UprightPicture(picture, orientation: .up))
      // At any position in the input, and in any number.
      #expect(
        try network.mayBeFaces([faces[0], elsewhere[0], elsewhere[1], faces[1]], in: crops) == [
          true, false, false, true,
        ])
      #expect(
        try network.mayBeFaces([elsewhere[0], faces[0], faces[1], elsewhere[1]], in: crops) == [
          false, true, true, false,
        ])
      #expect(try network.mayBeFaces([elsewhere[0], faces[0]], in: crops) == [false, true])
    }
    // Of a face at the edge a mosaic shows too little.
    #expect(CandidateMosaic.canShow(candidate(170, 340, side: 110), of: photo.size))
    #expect(!CandidateMosaic.canShow(candidate(160, 340, side: 110), of: photo.size))
    #expect(!CandidateMosaic.canShow(candidate(170, 350, side: 110), of: photo.size))
  }

  @Test func `half a face at the edge of a frame is detected as a whole one`() throws {
    let network = try CenterFace(from: .default, streams: 1, input: .frame)
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels.converted(to8Bit: .rgba8)
    // The middle of the face is at 228. Of the sample's face the network knows one half with its mirror image, not
    // both.
    let isSeenWhole = try [true, false].map { isAtLeft in
      let x = isAtLeft ? 228.0 : -84
      let pixels = try photo.warped(
        by: .translation(x: x, y: 0), to: PixelSize(width: isAtLeft ? 284 : 312, height: 512))
      let middle: Float = isAtLeft ? 0 : 312
      let picture = PicturePyramid(UprightPicture(pixels, orientation: .up))
      let crop = FaceCrop(center: SIMD2(middle + (isAtLeft ? 6 : -6), 122), side: 165, roll: 0)
      let found = try #require(try network.detection(of: SIMD2(110, 110), in: crop, of: picture))
      return found.score >= 0.7 && abs((found.minimum.x + found.maximum.x) / 2 - middle) < 10
        && found.maximum.x - found.minimum.x > 70
    }
    #expect(isSeenWhole.contains(true))
  }

  /// The photo with linear motion blur: each pixel is the mean of `length` pixels along an axis.
  private func smeared(_ pixels: PixelBuffer, by length: Int, isVertical: Bool = false) -> PixelBuffer {
    let source = pixels.converted(to8Bit: .rgba8)
    var result = source
    let rowBytes = result.rowBytes
    result.withUnsafeMutableBytes { target in
      source.withUnsafeBytes { bytes in
        for y in 0..<source.height {
          for x in 0..<source.width {
            for channel in 0..<3 {
              var sum = 0
              for step in 0..<length {
                let away = step - length / 2
                let (u, v) = (x + (isVertical ? 0 : away), y + (isVertical ? away : 0))
                let row = min(max(v, 0), source.height - 1) * source.rowBytes
                sum += Int(bytes[row + 4 * min(max(u, 0), source.width - 1) + channel])
              }
              target[y * rowBytes + 4 * x + channel] = UInt8(sum / length)
            }
          }
        }
      }
    }
    return result
  }

  @Test func `a face with motion blur of half its width is detected by its direction, and none elsewhere`() throws {
    let network = try CenterFace(from: .default, streams: 1, input: .frame)
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    for (length, isVertical) in [(50, false), (40, true)] {
      let pixels = smeared(photo, by: length, isVertical: isVertical)
      let picture = PicturePyramid(UprightPicture(pixels, orientation: .up))
      let crop = FaceCrop(center: SIMD2(225, 125), side: 165, roll: 0)
      let extent = SIMD2<Float>(110, 110)
      let way: SIMD2<Float> = isVertical ? SIMD2(0, 1) : SIMD2(1, 0)
      let usual = try network.detection(of: extent, in: crop, of: picture)
      #expect((usual?.score ?? 0) < 0.5)
      let found = try #require(try network.detection(of: extent, in: crop, blurredAlong: way, of: picture))
      #expect(found.score > 0.5)
      let middle = (found.minimum + found.maximum) / 2
      #expect(abs(middle.x - 228) < 10 && abs(middle.y - 120) < 10)
      let elsewhere: [SIMD2<Float>] = [SIMD2(90, 400), SIMD2(420, 420), SIMD2(420, 80)]
      for place in elsewhere {
        let crop = FaceCrop(center: place, side: 165, roll: 0)
        #expect(try network.detection(of: extent, in: crop, blurredAlong: way, of: picture) == nil, "\(place)")
      }
    }
  }

  @Test func `a rotated face is detected by the candidate's eyes`() throws {
    let network = try CenterFace(from: .default, streams: 1)
    let turned = try Photo(contentsOf: FaceDetectorTests.sample).pixels.oriented(by: .right)
    // Turned clockwise, x and y of before are now 511 - y and x.
    let found = try network.detection(
      for: candidate(387, 225, side: 110, eyes: SIMD2(0, 1)),
      in: PicturePyramid(UprightPicture(turned, orientation: .up)))
    #expect(try #require(found).score > 0.6)
  }

  @Test func `half a face at the picture's edge is detected as a whole one by its reflection`() throws {
    let network = try CenterFace(from: .default, streams: 1)
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    // The nose is at 226: a little less than half of the face is in.
    let half = photo.cropped(to: PixelRect(x: 230, y: 0, width: photo.width - 230, height: photo.height))
    let pictures = [(half, Float(0)), (half.oriented(by: .upMirrored), Float(half.width))]
    for (picture, edge) in pictures {
      let found = try #require(
        try network.detection(
          for: candidate(edge, 125, side: 110), in: PicturePyramid(UprightPicture(picture, orientation: .up))))
      #expect(found.score > FaceAnalysisSettings.reflectedScore)
      #expect(abs((found.minimum.x + found.maximum.x) / 2 - edge) < 12)
    }
    // The same half in the middle of a picture is no whole face, and elsewhere at the edge there is none.
    let upright = PicturePyramid(UprightPicture(half, orientation: .up))
    #expect((try network.detection(for: candidate(0, 400, side: 100), in: upright)?.score ?? 0) < 0.5)
  }

  @Test func `points are those of the mirror image mirrored`() throws {
    let network = try CenterFace(from: .default, streams: 1)
    let photo = try Photo(contentsOf: FaceDetectorTests.sample).pixels
    let side = Float(photo.width)
    var seen: [CenterFace.Detection] = []
    for (picture, x) in [(photo, Float(225)), (photo.oriented(by: .upMirrored), side - 225)] {
      let upright = PicturePyramid(UprightPicture(picture, orientation: .up))
      let found = try #require(try network.detection(for: candidate(x, 125, side: 110), in: upright))
      seen.append(try network.symmetric(found, roll: 0, in: upright))
    }
    let mirrored = seen[1].mirrored(in: side)
    #expect(mirrored.points.count == 5)
    for (one, other) in zip(seen[0].points, mirrored.points) {
      let distance = one - other
      #expect((distance * distance).sum().squareRoot() < 1)
    }
  }

  @Test func `its box shares with a mesh what both cover`() {
    let detection = CenterFace.Detection(minimum: SIMD2(10, 10), maximum: SIMD2(30, 50), score: 1)
    let half: [SIMD3<Float>] = [SIMD3(10, 10, 5), SIMD3(20, 50, -5), SIMD3(15, 20, 0)]
    #expect(abs(detection.overlap(with: half) - 0.5) < 1e-6)
    #expect(detection.overlap(with: [SIMD3(40, 60, 0), SIMD3(60, 80, 0)]) == 0)
  }
}
