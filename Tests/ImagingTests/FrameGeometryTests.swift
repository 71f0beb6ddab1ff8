import Imaging
import Support
import Testing

@Suite struct FrameGeometryTests {
  static let size = PixelSize(width: 400, height: 300)
  static let upright = FrameGeometry(uprightSize: size)

  static let views: [(name: String, view: FrameGeometry)] =
    Orientation.allCases.map { ("stored \($0)", .stored(size: $0.inverse.apply(to: size), orientation: $0)) } + [
      ("cropped", upright.cropped(to: NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25))),
      ("zoomed", upright.zoomed(by: 4)), ("zoomed out", upright.zoomed(by: 0.5)), ("mirrored", upright.mirrored()),
      (
        "all of it",
        FrameGeometry.stored(size: size.transposed, orientation: .right).mirrored().zoomed(by: 2)
          .cropped(to: NormalizedRect(x: 0.125, y: 0, width: 0.5, height: 0.75)).turned(by: .left)
      ),
    ]

  static func face(_ random: inout RepeatableRandomNumberGenerator) -> Face {
    func share() -> Double { .random(in: 0...1, using: &random) }
    return Face(
      id: 7, time: MediaTime(value: 3, timescale: 25),
      bounds: NormalizedRect(x: share(), y: share(), width: share(), height: share()), roll: .degrees(share() * 360),
      yaw: .degrees(share() * 360), pitch: .degrees(share() * 360), confidence: share(),
      landmarks: FaceLandmarks(points: (0..<5).map { _ in SIMD3(Float(share()), Float(share()), Float(share())) }))
  }

  static func difference(_ a: Face, _ b: Face) -> Double {
    func turn(_ a: Angle?, _ b: Angle?) -> Double { abs(((a ?? .zero) - (b ?? .zero)).signed.degrees) }
    var worst = [
      abs(a.bounds.x - b.bounds.x), abs(a.bounds.y - b.bounds.y), abs(a.bounds.width - b.bounds.width),
      abs(a.bounds.height - b.bounds.height), turn(a.roll, b.roll), turn(a.yaw, b.yaw), turn(a.pitch, b.pitch),
    ]
    for (p, q) in zip(a.landmarks?.points ?? [], b.landmarks?.points ?? []) {
      let d = p - q
      worst.append(Double(max(abs(d.x), abs(d.y), abs(d.z))))
    }
    return worst.max() ?? 0
  }

  @Test func `a face that goes to any frame and back is the same face`() {
    var random = RepeatableRandomNumberGenerator(seed: 21)
    for (name, view) in Self.views {
      for _ in 0..<20 {
        let face = Self.face(&random)
        let shown = face.transformed(to: view)
        #expect(shown.id == face.id && shown.time == face.time && shown.confidence == face.confidence)
        #expect(Self.difference(shown.transformed(to: Self.upright, from: view), face) < 1e-5, "\(name)")
      }
    }
  }

  @Test func `conversion through a third frame gives the same result`() {
    var random = RepeatableRandomNumberGenerator(seed: 22)
    for (first, a) in Self.views {
      for (second, b) in Self.views {
        let face = Self.face(&random)
        let direct = face.transformed(to: b)
        let round = face.transformed(to: a).transformed(to: b, from: a)
        #expect(Self.difference(direct, round) < 1e-4, "\(first), \(second)")
      }
    }
  }

  @Test func `stored bounds are those of the orientation`() {
    let face = Face(bounds: NormalizedRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
    for orientation in Orientation.allCases {
      let view = FrameGeometry.stored(size: orientation.inverse.apply(to: Self.size), orientation: orientation)
      let expected = face.bounds(in: .stored, orientation: orientation)
      let bounds = face.transformed(to: view).bounds
      #expect(bounds.intersectionOverUnion(expected) > 1 - 1e-9, "\(orientation)")
    }
  }

  @Test func `a crop, a zoom and a mirror move a face as they move its pixels`() {
    let face = Face(
      bounds: NormalizedRect(x: 0.5, y: 0.5, width: 0.25, height: 0.25), roll: .degrees(10), yaw: .degrees(30),
      landmarks: FaceLandmarks(points: [SIMD3(0.5, 0.75, 0.1)]))
    let corner = face.transformed(to: Self.upright.cropped(to: NormalizedRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)))
    #expect(corner.bounds == NormalizedRect(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(corner.landmarks?.points == [SIMD3(0, 0.5, 0.2)])
    #expect(corner.roll?.degrees == 10 && corner.yaw?.degrees == 30)

    let near = face.transformed(to: Self.upright.zoomed(by: 2))
    #expect(near.bounds == NormalizedRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))

    let mirror = face.transformed(to: Self.upright.mirrored())
    #expect(mirror.bounds == NormalizedRect(x: 0.25, y: 0.5, width: 0.25, height: 0.25))
    #expect(mirror.roll?.degrees == 350 && mirror.yaw?.degrees == 330)
    #expect(mirror.landmarks?.points == [SIMD3(0.5, 0.75, 0.1)])
  }

  @Test func `a clockwise rotation of a picture rotates its faces clockwise`() {
    let face = Face(
      bounds: NormalizedRect(x: 0, y: 0, width: 0.5, height: 0.5), roll: .degrees(10), yaw: .degrees(30),
      landmarks: FaceLandmarks(points: [SIMD3(0, 0, 0.1)]))
    let turned = face.transformed(to: Self.upright.turned(by: .right))
    #expect(turned.roll?.degrees == 100 && turned.yaw?.degrees == 30)
    #expect(turned.bounds == NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5))
    // The depth is in units of the width, which was 400 pixels and is 300.
    let depth: Float = turned.landmarks?.points.first?.z ?? 0
    #expect(abs(depth - 0.1 * 400 / 300) < 1e-6)
    #expect(Self.upright.turned(by: .right).aspectRatio == 0.75)
  }

  @Test func `unknown values stay unknown`() {
    let face = Face(bounds: .full)
    let shown = face.transformed(to: Self.upright.mirrored())
    #expect(shown.roll == nil && shown.yaw == nil && shown.pitch == nil && shown.landmarks == nil)
  }

  @Test func `a chain of orientations is one orientation`() {
    let point = NormalizedPoint(x: 0.125, y: 0.75)
    for a in Orientation.allCases {
      for b in Orientation.allCases { #expect(a.then(b).apply(to: point) == b.apply(to: a.apply(to: point))) }
    }
  }

  private struct Code: MetadataObject {
    let type = MetadataObjectType(rawValue: "org.iso.QRCode")
    var time: MediaTime?
    var bounds: NormalizedRect
    func transformed(to frame: FrameGeometry, from source: FrameGeometry?) -> Code {
      Code(time: time, bounds: (source ?? FrameGeometry(uprightSize: frame.uprightSize)).convert(bounds, to: frame))
    }
  }

  @Test func `objects are filtered by their types`() {
    let objects: [any MetadataObject] = [
      Face(id: 1, bounds: .full), Code(bounds: .full), Face(id: 2, bounds: .full),
    ]
    #expect(objects.ofTypes([.face]).compactMap { ($0 as? Face)?.id } == [1, 2])
    #expect(objects.ofTypes([MetadataObjectType(rawValue: "org.iso.QRCode")]).count == 1)
    #expect(objects.ofTypes([]).isEmpty)
    let mirrored = objects.map { $0.transformed(to: Self.upright.mirrored()) }
    #expect(mirrored.count == 3 && mirrored[1].type.rawValue == "org.iso.QRCode")
  }
}
