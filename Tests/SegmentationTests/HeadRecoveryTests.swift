import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct HeadRecoveryTests {
  private let size = PixelSize(width: 120, height: 160)

  /// Planes in which people cover a rectangle.
  private func planes(wherePeopleCover people: PixelRect) -> PlanarBuffer<UInt8> {
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: size, planeCount: MatteChannel.allCases.count)
    for y in people.minY..<people.maxY {
      for x in people.minX..<people.maxX {
        planes.samples[MatteChannel.portrait.rawValue * size.area + y * size.width + x] = 255
      }
    }
    return planes
  }

  /// Whether the head of a face of 20 pixels is missing in a picture in which people cover a rectangle.
  private func isMissing(x: Int, y: Int, roll: Double = 0, wherePeopleCover people: PixelRect) -> Bool {
    var face = Face(bounds: PixelRect(x: x, y: y, width: 20, height: 20).normalized(in: size))
    face.roll = .degrees(roll)
    return HeadRecovery.isMissing(face, in: planes(wherePeopleCover: people))
  }

  @Test func `a head is missing where its body is shown without it`() {
    // The middle of the chest is 40 pixels below that of the face, at y = 100.
    let body = PixelRect(x: 20, y: 78, width: 80, height: 82)
    #expect(isMissing(x: 50, y: 50, wherePeopleCover: body))
    #expect(!isMissing(x: 50, y: 100, wherePeopleCover: body), "the head is shown")
  }

  @Test func `a head without a body is a bystander's`() {
    #expect(!isMissing(x: 50, y: 50, wherePeopleCover: .empty))
    let below = PixelRect(x: 20, y: 120, width: 80, height: 40)
    #expect(!isMissing(x: 50, y: 50, wherePeopleCover: below))
    #expect(!isMissing(x: 50, y: 138, wherePeopleCover: below), "the chest lies beyond the picture")
  }

  @Test func `hair that is missing above a face counts`() {
    // The head's square reaches from 8 pixels above the bounds to 2 pixels above their lower edge.
    let belowBrows = PixelRect(x: 20, y: 56, width: 80, height: 104)
    #expect(isMissing(x: 50, y: 50, wherePeopleCover: belowBrows))
    #expect(!isMissing(x: 50, y: 58, wherePeopleCover: belowBrows))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a face whose roll is not a number is taken as upright`(roll: Double) {
    let body = PixelRect(x: 20, y: 78, width: 80, height: 82)
    #expect(isMissing(x: 50, y: 50, roll: roll, wherePeopleCover: body))
  }

  @Test(arguments: [(90.0, 10, 50), (270.0, 90, 50), (180.0, 50, 20)])
  func `the body is searched for in the direction of the roll`(roll: Double, x: Int, y: Int) {
    // The middle of the body is 40 pixels from that of the face.
    let body = PixelRect(x: x, y: y, width: 20, height: 20)
    #expect(isMissing(x: 50, y: roll == 180 ? 60 : 50, roll: roll, wherePeopleCover: body))
    #expect(!isMissing(x: 50, y: roll == 180 ? 60 : 50, wherePeopleCover: body))
  }

  @Test func `a head gets no second close-up, unless it has been removed since the first`() {
    let face = Face(bounds: PixelRect(x: 50, y: 50, width: 20, height: 20).normalized(in: size))
    let body = planes(wherePeopleCover: PixelRect(x: 20, y: 78, width: 80, height: 82))
    let half = planes(wherePeopleCover: PixelRect(x: 20, y: 56, width: 80, height: 104))
    var recovery = HeadRecovery()
    #expect(recovery.missing(of: [face], in: half).count == 1, "without a close-up")
    recovery.addCloseUp(of: face, number: 0, in: half)
    #expect(recovery.missing(of: [face], in: half).isEmpty)
    #expect(recovery.missing(of: [face], in: body).count == 1, "a neighbour's close-up has removed it")
    #expect(recovery.missing(of: [face, face], in: half).count == 1, "the second face has had no close-up")
  }
}
