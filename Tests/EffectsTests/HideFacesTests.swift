import FilterGraph
import Imaging
import Testing

@testable import Effects

@Suite struct HideFacesTests {
  private let size = PixelSize(width: 200, height: 140)

  private var chessboard: PixelBuffer { Chessboard.pixels(size) }

  private func hidden(_ effect: HideFaces, _ faces: [Face]) throws -> PixelBuffer {
    let subject = EffectSubject(image: Image(chessboard), size: size, faces: faces)
    return try Renderer().render(effect.image(of: subject), in: PixelRect(size), as: .rgba8)
  }

  /// The largest difference between neighbours in a part of the picture.
  private func detail(_ buffer: PixelBuffer, _ rect: NormalizedRect) -> Int {
    let part = rect.pixels(in: size)
    var most = 0
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX - 1 {
        most = max(most, Chessboard.detail(of: buffer, x, y))
      }
    }
    return most
  }

  private static let faces: [Face] = {
    let size = PixelSize(width: 200, height: 140)
    func face(_ x: Double, _ y: Double, _ width: Double, mesh: Bool, roll: Double = 0, yaw: Double = 0) -> Face {
      SyntheticFace.face(
        at: NormalizedPoint(x: x, y: y), width: width, in: size, roll: Angle(degrees: roll), yaw: Angle(degrees: yaw),
        hasMesh: mesh)
    }
    return [
      face(0.3, 0.5, 50, mesh: true), face(0.75, 0.3, 20, mesh: false), face(0.8, 0.8, 24, mesh: true, roll: 100),
      // Cut by the picture's corner, in profile, and hardly larger than a pixel.
      face(0, 0, 30, mesh: true), face(0.55, 0.2, 16, mesh: true, yaw: 80), face(0.6, 0.6, 3, mesh: false),
    ]
  }()

  @Test(arguments: ConcealmentMethod.allCases)
  func `no detail is left in any face`(method: ConcealmentMethod) throws {
    let result = try hidden(HideFaces(method: method), Self.faces)
    for (index, face) in Self.faces.enumerated() {
      // The ellipse in the reported bounds, of which the corners are not face.
      let inner = NormalizedRect(
        x: face.bounds.midX - face.bounds.width * 0.35, y: face.bounds.midY - face.bounds.height * 0.35,
        width: face.bounds.width * 0.7, height: face.bounds.height * 0.7)
      #expect(detail(result, inner) < 40, "\(index)")
    }
  }

  @Test(arguments: ConcealmentMethod.allCases)
  func `only the selected faces are hidden`(method: ConcealmentMethod) throws {
    let result = try hidden(HideFaces(method: method, onlyFaces: .only([2])), Self.faces)
    #expect(detail(result, Self.faces[0].bounds) > 200 && detail(result, Self.faces[1].bounds) > 200)
    #expect(detail(result, Self.faces[2].bounds) < 215)
    let inner = NormalizedRect(x: 0.78, y: 0.78, width: 0.04, height: 0.04)
    #expect(detail(result, inner) < 40)
    let none = try hidden(HideFaces(method: method, onlyFaces: .only([17])), Self.faces)
    let isSame = none == chessboard
    #expect(isSame)
  }

  @Test func `the ellipse contains every point of the mesh and the bounds' centre lines`() {
    for face in Self.faces {
      let shape = FaceShape(face, in: size)
      let mask = AreaMask.image([shape.ellipse(margin: 1.3)], in: PixelRect(x: -100, y: -100, width: 400, height: 340))
      let rendered = try? Renderer().render(mask, in: PixelRect(size), as: .l8, colorSpace: .linearGray)
      let points =
        shape.points.map { Point(x: $0.x, y: $0.y) } + [
          Point(x: face.bounds.midX * 200, y: face.bounds.minY * 140),
          Point(x: face.bounds.minX * 200, y: face.bounds.midY * 140),
          Point(x: face.bounds.midX * 200, y: face.bounds.maxY * 140),
          Point(x: face.bounds.maxX * 200, y: face.bounds.midY * 140),
        ]
      for point in points where point.x >= 0 && point.y >= 0 && point.x < 200 && point.y < 140 {
        let value = rendered?.bytes[Int(point.y) * 200 + Int(point.x)] ?? 0
        #expect(value > 0, "\(point)")
      }
    }
  }

  @Test func `cells of a mosaic have one colour, the mean of what was there`() throws {
    let box = PixelRect(x: 20, y: 10, width: 40, height: 30)
    let image = Mosaic(cell: 10, over: box).image(of: Image(chessboard), in: PixelRect(size))
    let result = try Renderer().render(image, in: box, as: .rgbaFloat, colorSpace: .extendedLinearSRGB)
    let values = result.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    func red(_ x: Int, _ y: Int) -> Float { values[4 * (y * 40 + x)] }
    for (x, y) in [(5, 5), (15, 5), (25, 25), (35, 15)] {
      for (dx, dy) in [(-5, -5), (4, 4), (4, -5), (0, 3)] { #expect(abs(red(x + dx, y + dy) - red(x, y)) < 0.01) }
    }
    // Half of the fields are of each kind.
    #expect(abs(red(15, 15) - 0.42) < 0.03, "\(red(15, 15))")
  }
}
