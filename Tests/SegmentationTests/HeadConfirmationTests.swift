import Imaging
import Kernels
import Testing

@testable import Segmentation

@Suite struct HeadConfirmationTests {
  /// Planes of a part of a picture in which a person covers all columns from `left` on.
  private func planes(of part: PixelRect, personFrom left: Int) -> PlanarBuffer<UInt8> {
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: part.size, planeCount: MatteChannel.allCases.count)
    for index in 0..<part.size.area where part.x + index % part.width >= left {
      planes.samples[MatteChannel.portrait.rawValue * part.size.area + index] = 255
    }
    return planes
  }

  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 60, height: 40), PixelRect(x: 17, y: 8, width: 30, height: 24),
  ])
  func `a face is a person's if people cover more than half of it`(part: PixelRect) {
    let planes = planes(of: part, personFrom: 30)
    func shows(_ x: Int) -> Bool {
      HeadConfirmation.showsPerson(PixelRect(x: x, y: 12, width: 8, height: 10), in: planes, of: part)
    }
    #expect(shows(35) && shows(27))
    #expect(!shows(26) && !shows(18))
  }

  @Test func `nobody is shown outside of the part, and an empty face shows nobody`() {
    let part = PixelRect(x: 10, y: 10, width: 20, height: 20)
    let planes = planes(of: part, personFrom: 0)
    func shows(_ face: PixelRect) -> Bool { HeadConfirmation.showsPerson(face, in: planes, of: part) }
    #expect(shows(PixelRect(x: 7, y: 12, width: 8, height: 8)))
    #expect(!shows(PixelRect(x: 5, y: 12, width: 8, height: 8)))
    #expect(!shows(PixelRect(x: 40, y: 12, width: 8, height: 8)))
    #expect(!shows(.empty))
  }
}
