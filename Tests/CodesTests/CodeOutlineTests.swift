import Imaging
import Support
import Testing

@testable import Codes

@Suite struct CodeOutlineTests {
  /// How far the worst corner is from the true one, in modules.
  private func error(_ corners: [SIMD2<Double>], _ type: String, at place: PrintedCode.Place) -> Double {
    zip(corners, PrintedCode.of(type).corners(at: place)).map { found, corner in
      ((found - corner) * (found - corner)).sum().squareRoot() / place.module
    }.max() ?? .infinity
  }

  /// A quadrilateral inside another: fractions of its width and height.
  private func part(
    of corners: [SIMD2<Double>], x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> [SIMD2<Double>] {
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let (top, bottom) = (corners[0] + (corners[1] - corners[0]) * x, corners[3] + (corners[2] - corners[3]) * x)
      return top + (bottom - top) * y
    }
    return [
      place(x.lowerBound, y.lowerBound), place(x.upperBound, y.lowerBound), place(x.upperBound, y.upperBound),
      place(x.lowerBound, y.upperBound),
    ]
  }

  @Test(arguments: [0.0, 75, 180, 270, 300])
  func `a partly detected PDF417 is extended to its corners`(angle: Double) throws {
    let place = PrintedCode.Place(400, 400, module: 3, angle: angle)
    let picture = TestPicture(800, 800).with("pdf417", at: place)
    let corners = PrintedCode.of("pdf417").corners(at: place)
    for seen in [part(of: corners, x: 0...1, y: 0.1...0.5), part(of: corners, x: 0...0.6, y: 0.3...0.8)] {
      let found = try #require(StackedCodeOutline.corners(of: seen, isInverted: false, in: picture.pixels))
      #expect(error(found, "pdf417", at: place) < 1.5, "\(angle) degrees")
    }
    // What is no such code has no patterns to follow.
    let other = TestPicture(800, 800).with("qr", at: place)
    #expect(StackedCodeOutline.corners(of: corners, isInverted: false, in: other.pixels) == nil)
    let nothing = TestPicture(800, 800)
    #expect(StackedCodeOutline.corners(of: corners, isInverted: false, in: nothing.pixels) == nil)
  }

  @Test(arguments: ["ean13", "code128", "itf"], [0.0, 30, 255])
  func `a linear code without its outer bars is extended to its corners`(type: String, angle: Double) {
    let place = PrintedCode.Place(400, 400, module: 3, angle: angle)
    let picture = TestPicture(800, 800).with(type, at: place)
    let seen = part(of: PrintedCode.of(type).corners(at: place), x: 0.015...0.985, y: 0.4...0.45)
    #expect(error(LinearCodeOutline.corners(of: seen, in: picture.pixels), type, at: place) < 1.5)
  }

  @Test(arguments: [0.0, 150])
  func `an end that is a wide space of a longer code is no quiet zone`(angle: Double) {
    let place = PrintedCode.Place(400, 400, module: 3, angle: angle)
    let picture = TestPicture(800, 800).with("itf", at: place)
    let corners = PrintedCode.of("itf").corners(at: place)
    func isFree(_ corners: [SIMD2<Double>], _ modules: Int) -> Bool {
      LinearCodeOutline.hasQuietZones(corners, moduleCount: modules, isInverted: false, in: picture.pixels)
    }
    let width = Int(PrintedCode.of("itf").size.x)
    #expect(isFree(corners, width))
    // Wherever it is cut, bars follow.
    for cut in 8..<width / 2 {
      let seen = part(of: corners, x: (Double(cut) / Double(width))...1, y: 0...1)
      #expect(!isFree(seen, width - cut), "\(cut) modules cut off")
    }
  }
}
