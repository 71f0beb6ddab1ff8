import FaceMeta
import FoundationEssentials
import Imaging
import Inference
import Kernels
import PhotoFile
import Support
import Testing

/// Faces by size, rotation and position, and the limits of the parameters: pictures composed of one face.
@Suite struct FaceSearchTests {
  static let canRun = FaceDetectorTests.hasSample

  /// The astronaut's head and shoulders, 256 pixels a side; her face is about 84 pixels wide, its center at 128, 114.
  private static let head = Result {
    try Photo(contentsOf: FaceDetectorTests.sample).pixels.converted(to8Bit: .rgba8)
      .cropped(to: PixelRect(x: 96, y: 10, width: 256, height: 256))
  }
  private static let center = (x: 128.0 / 256, y: 114.0 / 256)
  private static let faceWidth = 84.0 / 256

  /// A gray picture with the head in squares of it.
  private func picture(_ size: PixelSize, heads: [PixelRect]) throws -> PixelBuffer {
    var bytes = [UInt8](repeating: 110, count: size.area * 4)
    for rect in heads {
      let head = try Self.head.get().resized(to: rect.size)
      for y in 0..<rect.height {
        let row = head.bytes[y * head.rowBytes..<y * head.rowBytes + rect.width * 4]
        let start = ((rect.y + y) * size.width + rect.x) * 4
        bytes.replaceSubrange(start..<start + rect.width * 4, with: row)
      }
    }
    return PixelBuffer(size: size, format: .rgba8, bytes: bytes)
  }

  /// Whether a face is at the position of a head's.
  private func matches(_ face: Face, _ rect: PixelRect, in size: PixelSize) -> Bool {
    let x = Double(rect.x) + Self.center.x * Double(rect.width)
    let y = Double(rect.y) + Self.center.y * Double(rect.height)
    let width = Self.faceWidth * Double(rect.width)
    let (dx, dy) = (face.bounds.midX * Double(size.width) - x, face.bounds.midY * Double(size.height) - y)
    return abs(dx) < width / 2 && abs(dy) < width / 2
      && abs(face.bounds.width * Double(size.width) / width - 1) < 0.4
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a face of 16 pixels is found on request`() throws {
    let size = PixelSize(width: 1000, height: 750)
    // 50 pixels a side: the face is 16 wide.
    let rects = [PixelRect(x: 133, y: 90, width: 50, height: 50), PixelRect(x: 711, y: 613, width: 50, height: 50)]
    let picture = try picture(size, heads: rects)
    let small = try FaceDetector(FaceSearch(minimumFaceSize: 16), measuresIrises: false).faces(in: picture)
    #expect(small.count == 2)
    for rect in rects { #expect(small.contains { matches($0, rect, in: size) }, "\(rect)") }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `faces of 16 pixels and more are found in a photo of twelve megapixels`() throws {
    let size = PixelSize(width: 4032, height: 3024)
    // The sides of the heads, of which the faces are a third.
    let rects = [49, 55, 61, 67, 73].enumerated().flatMap { row, side in
      (0..<4).map { PixelRect(x: 190 + 970 * $0 + 53 * row, y: 170 + 590 * row, width: side, height: side) }
    }
    let picture = try picture(size, heads: rects)
    let faces = try FaceDetector(maximumFaces: 100, measuresIrises: false).faces(in: picture)
    #expect(faces.count == rects.count)
    for rect in rects { #expect(faces.contains { matches($0, rect, in: size) }, "\(rect)") }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"), arguments: [Orientation.right, .down, .left])
  func `a rotated picture has the same faces as upright, small ones too`(turn: Orientation) throws {
    let size = PixelSize(width: 1600, height: 1200)
    let sides = [90, 100, 120, 150, 300]
    let rects = sides.enumerated().map { PixelRect(x: 40 + 250 * $0, y: 80 + 170 * $0, width: $1, height: $1) }
    let upright = try picture(size, heads: rects)
    let detector = try FaceDetector(measuresIrises: false)
    let wanted = try detector.faces(in: upright)
    #expect(wanted.count == rects.count)
    let turned = try detector.faces(in: upright.oriented(by: turn))
    #expect(turned.count == rects.count)
    let view = FrameGeometry(uprightSize: size)
    for face in turned.map({ $0.transformed(to: view, from: view.turned(by: turn)) }) {
      let same = try #require(wanted.max { $0.overlap(face) < $1.overlap(face) })
      #expect(same.overlap(face) > 0.8, "\(same.bounds) \(face.bounds) \(same.confidence) \(face.confidence)")
      #expect(abs((try #require(face.roll) - (try #require(same.roll))).signed.degrees) < 1)
      #expect(abs((try #require(face.yaw) - (try #require(same.yaw))).signed.degrees) < 2)
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `the yaw of a mirrored face is the opposite one`() throws {
    let detector = try FaceDetectorTests.shared.get()
    for side in [60, 120, 256] {
      let head = try Self.head.get().resized(to: PixelSize(width: side, height: side))
      let face = try #require(try detector.faces(in: head).first?.yaw)
      let mirrored = try #require(try detector.faces(in: head.oriented(by: .upMirrored)).first?.yaw)
      #expect(abs((face + mirrored).signed.degrees) < 5, "\(side)")
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"), arguments: [0.6, 0.7])
  func `half a face at the edge of a picture is found`(share: Double) throws {
    let head = try Self.head.get()
    // Her face reaches from 86 to 170; that much of it is in, on the left edge and on the right one.
    let cut = Int(170 - 84 * share)
    let left = head.cropped(to: PixelRect(x: cut, y: 0, width: 256 - cut, height: 256))
    for picture in [left, left.oriented(by: .upMirrored)] {
      let faces = try FaceDetectorTests.shared.get().faces(in: picture)
      #expect(faces.count == 1)
      let face = try #require(faces.first)
      #expect(abs(face.bounds.midY - Self.center.y) < 0.1)
      #expect(face.bounds.minX < 0.05 || face.bounds.maxX > 0.95)
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `faces smaller than requested are left out`() throws {
    let size = PixelSize(width: 640, height: 480)
    let rects = [PixelRect(x: 40, y: 60, width: 240, height: 240), PixelRect(x: 400, y: 200, width: 60, height: 60)]
    let picture = try picture(size, heads: rects)
    let all = try FaceDetector(FaceSearch(minimumFaceSize: 16), measuresIrises: false).faces(in: picture)
    #expect(all.count == 2 && matches(all[0], rects[0], in: size) && matches(all[1], rects[1], in: size))
    let large = try FaceDetector(FaceSearch(minimumFaceSize: 60), measuresIrises: false).faces(in: picture)
    #expect(large.count == 1 && matches(large[0], rects[0], in: size))
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"), arguments: [64, 90, 200])
  func `a face as large as a small picture is found`(side: Int) throws {
    // Her face is half as wide as the picture.
    let picture = try Self.head.get().cropped(to: PixelRect(x: 44, y: 30, width: 168, height: 168))
      .resized(to: PixelSize(width: side, height: side))
    let faces = try FaceDetectorTests.shared.get().faces(in: picture)
    #expect(faces.count == 1)
    let face = try #require(faces.first)
    #expect(abs(face.bounds.midX - 0.5) < 0.1 && abs(face.bounds.midY - 0.5) < 0.1)
    #expect(face.bounds.width > 0.4 && face.bounds.width < 0.65)
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"), arguments: [0.6, 0.8])
  func `a face larger than half of the picture is found`(fraction: Double) throws {
    let side = 84 / fraction
    let map = AffineTransform2D.scale(x: side / 640, y: side / 640)
      .then(.translation(x: 128 - side / 2, y: 114 - side / 2))
    let picture = try Self.head.get().warped(by: map, to: PixelSize(width: 640, height: 640))
    let faces = try FaceDetectorTests.shared.get().faces(in: picture)
    #expect(faces.count == 1)
    #expect(abs(try #require(faces.first).bounds.width / fraction - 1) < 0.25)
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `roll is within two degrees over the full circle`() throws {
    let detector = try FaceDetector(FaceSearch(minimumFaceSize: 40), measuresIrises: false)
    var start: Angle?
    for degrees in stride(from: 0.0, to: 360, by: 40) {
      let map = AffineTransform2D.translation(x: -160, y: -160).then(.rotation(.degrees(-degrees)))
        .then(.translation(x: 128, y: 114))
      let picture = try Self.head.get().warped(by: map, to: PixelSize(width: 320, height: 320))
      let faces = try detector.faces(in: picture)
      #expect(faces.count == 1, "\(degrees)")
      let roll = try #require(faces.first?.roll)
      let first = start ?? roll
      start = first
      #expect(abs((roll - first - .degrees(degrees)).signed.degrees) < 2, "\(degrees)")
    }
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a rotated face beside an upright one is found`() throws {
    let size = PixelSize(width: 640, height: 320)
    let upright = try picture(size, heads: [PixelRect(x: 20, y: 40, width: 256, height: 256)])
    let lying = try Self.head.get().oriented(by: .right)
    var bytes = upright.bytes
    for y in 0..<256 {
      let start = ((y + 30) * size.width + 360) * 4
      bytes.replaceSubrange(
        start..<start + 256 * 4, with: lying.bytes[y * lying.rowBytes..<y * lying.rowBytes + 256 * 4])
    }
    let faces = try FaceDetectorTests.shared.get().faces(in: PixelBuffer(size: size, format: .rgba8, bytes: bytes))
    let rolls = try faces.sorted { $0.bounds.midX < $1.bounds.midX }.map { try #require($0.roll).signed.degrees }
    #expect(rolls.count == 2)
    #expect(abs(rolls[0]) < 20 && abs(rolls[1] - rolls[0] - 90) < 5, "\(rolls)")
  }

  @Test(
    .enabled(if: canRun, "needs the networks and the sample photo"), arguments: [Orientation.up, .right, .downMirrored])
  func `nothing outside the region of interest is found, and positions inside are unchanged`(orientation: Orientation)
    throws
  {
    let size = PixelSize(width: 640, height: 320)
    let rects = [PixelRect(x: 20, y: 40, width: 256, height: 256), PixelRect(x: 360, y: 30, width: 256, height: 256)]
    let stored = try picture(size, heads: rects).oriented(by: orientation.inverse)
    let whole = try FaceDetector(measuresIrises: false).faces(in: stored, orientation: orientation)
    #expect(whole.count == 2)
    let right = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    let part = try FaceDetector(FaceSearch(regionOfInterest: right), measuresIrises: false)
      .faces(in: stored, orientation: orientation)
    #expect(part.count == 1)
    let (face, same) = (try #require(part.first), try #require(whole.first { $0.bounds.midX > 0.5 }))
    #expect(face.bounds.intersectionOverUnion(same.bounds) > 0.95)
    let (point, other) = (try #require(face.landmarks?.points[1]), try #require(same.landmarks?.points[1]))
    #expect(abs(point.x - other.x) < 0.005 && abs(point.y - other.y) < 0.01)
    let nowhere = try FaceDetector(FaceSearch(regionOfInterest: NormalizedRect(x: 0.5, y: 0.5, width: 0, height: 0)))
    #expect(try nowhere.faces(in: stored, orientation: orientation).isEmpty)
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `at most the requested number of faces, the largest, and none below the requested confidence`() throws {
    let size = PixelSize(width: 640, height: 480)
    let rects = [PixelRect(x: 40, y: 60, width: 160, height: 160), PixelRect(x: 300, y: 100, width: 300, height: 300)]
    let picture = try picture(size, heads: rects)
    let one = try FaceDetector(maximumFaces: 1, measuresIrises: false).faces(in: picture)
    #expect(one.count == 1 && matches(one[0], rects[1], in: size))
    #expect(try FaceDetector(maximumFaces: 0, measuresIrises: false).faces(in: picture).isEmpty)
    for minimum in [0.2, 0.5, 0.9, 0.9999] {
      let faces = try FaceDetector(FaceSearch(minimumConfidence: minimum), measuresIrises: false).faces(in: picture)
      #expect(faces.allSatisfy { $0.confidence >= minimum })
    }
    #expect(try FaceDetector(FaceSearch(minimumConfidence: 1), measuresIrises: false).faces(in: picture).isEmpty)
  }

  @Test(.enabled(if: canRun, "needs the networks and the sample photo"))
  func `a tracker searches only its region, and reports positions in the whole picture`() throws {
    let size = PixelSize(width: 640, height: 320)
    let rects = [PixelRect(x: 20, y: 40, width: 256, height: 256), PixelRect(x: 360, y: 30, width: 256, height: 256)]
    let frame = Frame(pixels: try picture(size, heads: rects), time: MediaTime(value: 0, timescale: 25))
    let tracker = try FaceTracker(FaceSearch(regionOfInterest: NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)))
    let faces = try tracker.update(frame)
    #expect(faces.count == 1 && faces.first?.id == 1)
    #expect(matches(try #require(faces.first), rects[1], in: size))
    let strict = try FaceTracker(FaceSearch(minimumConfidence: 1))
    #expect(try strict.update(frame).isEmpty)
    let coarse = try FaceTracker(FaceSearch(minimumFaceSize: 300))
    let wide = try picture(
      PixelSize(width: 2400, height: 300), heads: [PixelRect(x: 100, y: 40, width: 80, height: 80)])
    #expect(try coarse.update(Frame(pixels: wide, time: .zero)).isEmpty)
    #expect(try FaceTracker(FaceSearch(minimumFaceSize: 16)).update(Frame(pixels: wide, time: .zero)).count == 1)
  }
}

extension Face {
  /// The intersection over union with another face's bounds.
  fileprivate func overlap(_ other: Face) -> Double { bounds.intersectionOverUnion(other.bounds) }
}
