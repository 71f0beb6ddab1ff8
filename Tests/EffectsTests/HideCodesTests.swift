import FilterGraph
import Imaging
import Testing

@testable import Effects

@Suite struct HideCodesTests {
  private let size = PixelSize(width: 200, height: 140)

  private var chessboard: PixelBuffer { Chessboard.pixels(size) }

  private static func code(_ corners: [(Double, Double)]) -> MachineReadableCode {
    MachineReadableCode(
      type: .qr, corners: corners.map { NormalizedPoint(x: $0.0 / 200, y: $0.1 / 140) }, stringValue: "text")
  }

  /// One turned by 45 degrees, one in perspective, and one that the picture's edge cuts.
  private static let codes = [
    code([(50, 20), (80, 50), (50, 80), (20, 50)]), code([(120, 30), (170, 40), (180, 80), (115, 70)]),
    code([(-10, 100), (30, 100), (30, 150), (-10, 150)]),
  ]

  private func hidden(_ effect: HideCodes, _ codes: [MachineReadableCode]) throws -> PixelBuffer {
    let subject = EffectSubject(image: Image(chessboard), size: size, codes: codes)
    return try Renderer().render(effect.image(of: subject), in: PixelRect(size), as: .rgba8)
  }

  /// Whether a point is in a quadrilateral with clockwise corners.
  private func isInside(_ code: MachineReadableCode, _ x: Double, _ y: Double) -> Bool {
    let corners = code.corners.map { ($0.x * 200, $0.y * 140) }
    return corners.indices.allSatisfy { index in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      return (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) >= 0
    }
  }

  @Test(arguments: ConcealmentMethod.allCases)
  func `no detail is left in any code, and all of it far from them`(method: ConcealmentMethod) throws {
    let result = try hidden(HideCodes(method: method), Self.codes)
    var (inside, outside) = (0, 0)
    for y in 0..<size.height {
      for x in 0..<size.width - 1 {
        if Self.codes.contains(where: { isInside($0, Double(x) + 1, Double(y) + 0.5) }) {
          inside += 1
          #expect(Chessboard.detail(of: result, x, y) < 40, "\(x), \(y)")
        } else if (89...99).contains(x), x % 2 == 1 {
          outside += 1
          #expect(Chessboard.detail(of: result, x, y) > 200, "\(x), \(y)")
        }
      }
    }
    #expect(inside > 4000 && outside > 500)
  }

  @Test(arguments: ConcealmentMethod.allCases)
  func `a code made of transparency is hidden, and transparent parts beside it stay`(method: ConcealmentMethod) throws {
    // Black with holes for the light fields, in the left half; nothing to the right.
    var bytes = chessboard.bytes
    for pixel in 0..<size.area {
      bytes[4 * pixel + 3] = pixel % size.width < 100 ? bytes[4 * pixel] : 0
      for component in 0..<3 { bytes[4 * pixel + component] = 0 }
    }
    let holes = PixelBuffer(size: size, format: .rgba8, alphaType: .straight, bytes: bytes)
    let subject = EffectSubject(image: Image(holes), size: size, codes: [Self.codes[0]])
    let image = HideCodes(method: method).image(of: subject)
    let result = try Renderer().render(image, in: PixelRect(size), as: .rgba8, alphaType: .straight)
    func alpha(_ x: Int, _ y: Int) -> UInt8 { result.bytes[y * result.rowBytes + 4 * x + 3] }
    for y in 0..<size.height {
      for x in 0..<size.width where isInside(Self.codes[0], Double(x) + 0.5, Double(y) + 0.5) {
        #expect(abs(Int(alpha(x, y)) - 235) < 2, "\(x), \(y)")
      }
    }
    #expect((100..<200).allSatisfy { alpha($0, 50) == 0 })
  }

  @Test func `a fill has its colour over the whole quadrilateral and its margin`() throws {
    let lime = try #require(Color(css: "lime"))
    let result = try hidden(HideCodes(method: .fill, color: lime, margin: 1.5), [Self.codes[0]])
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let place = y * result.rowBytes + 4 * x
      return Array(result.bytes[place..<place + 3])
    }
    for (x, y) in [(50, 50), (50, 10), (50, 90), (10, 50), (90, 50)] {
      #expect(pixel(x, y) == [0, 255, 0], "\(x), \(y)")
    }
    #expect(pixel(20, 20) != [0, 255, 0] && pixel(100, 50) != [0, 255, 0])
  }
}
