import Imaging
import Testing

@testable import PhotoFile

@Suite struct CleanApertureTests {
  private func aperture(_ numbers: [Int]) throws -> CleanAperture {
    var reader = BoxReader(bytes: BoxWriter.bytes { for number in numbers { $0.uint32(number) } })
    return try CleanAperture(&reader)
  }

  @Test func `an aperture crops around its centre`() throws {
    let size = PixelSize(width: 64, height: 64)
    // 63x61 at the top left: the centre is half a pixel left and 1.5 above the picture's.
    #expect(try aperture([63, 1, 61, 1, -1, 2, -3, 2]).rect(in: size) == PixelRect(x: 0, y: 0, width: 63, height: 61))
    #expect(try aperture([10, 1, 20, 1, 0, 1, 0, 1]).rect(in: size) == PixelRect(x: 27, y: 22, width: 10, height: 20))
  }

  @Test(arguments: [
    [65, 1, 10, 1, 0, 1, 0, 1], [10, 1, 10, 1, 40, 1, 0, 1], [10, 0, 10, 1, 0, 1, 0, 1], [0, 1, 10, 1, 0, 1, 0, 1],
    [0xFFFF_FFFF, 1, 10, 1, 0, 1, 0, 1],
  ])
  func `apertures beyond the picture are refused`(numbers: [Int]) throws {
    let aperture = try aperture(numbers)
    #expect(throws: HEIFError.self) { try aperture.rect(in: PixelSize(width: 64, height: 64)) }
  }
}
