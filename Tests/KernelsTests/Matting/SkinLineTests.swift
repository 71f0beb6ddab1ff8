import Imaging
import Testing

@testable import Kernels

@Suite struct SkinLineTests {
  private let size = PixelSize(width: 96, height: 72)

  private func plane(_ value: (_ x: Int, _ y: Int) -> UInt8) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes.append(value(x, y)) }
    }
    return PixelBuffer(size: size, format: .l8, colorSpace: .linearGray, bytes: bytes)
  }

  /// A face with a brow of separate hairs at the top and a dark mole in sure skin at the bottom.
  private func result(skin: [UInt8], hair: [UInt8]) throws -> PlanarBuffer<UInt8> {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isHair = (20..<30).contains(y) && (30..<66).contains(x) && x % 4 < 2
        let isMole = (55..<58).contains(y) && (45..<48).contains(x)
        bytes += (isHair || isMole ? hair : skin) + [255]
      }
    }
    let guide = PixelBuffer(size: size, format: .rgba8, bytes: bytes)
    let isBrow = { (x: Int, y: Int) in (18..<32).contains(y) && (28..<68).contains(x) }
    let planes = SkinLine.Planes(
      skin: plane { x, y in isBrow(x, y) ? 110 : 255 }, portrait: plane { _, _ in 255 }, hair: plane { _, _ in 0 },
      face: plane { _, _ in 255 }, brows: plane { x, y in isBrow(x, y) ? 255 : 0 }, other: plane { _, _ in 0 })
    return try SkinLine.model(of: planes, guide: guide, radius: 12).applied(to: guide)
  }

  @Test(arguments: [([210, 160, 135], [70, 50, 40]), ([95, 66, 52], [28, 22, 20])] as [([UInt8], [UInt8])])
  func `hairs of a brow are distinguished from the skin between them, on light and dark skin`(
    skin: [UInt8], hair: [UInt8]
  )
    throws
  {
    let line = try result(skin: skin, hair: hair)
    let (share, told) = (line[0], line[1])
    let row = 25 * size.width
    for x in 34..<62 {
      let value = share[share.startIndex + row + x]
      #expect(x % 4 < 2 ? value < 90 : value > 220, "column \(x): \(value)")
      #expect(told[told.startIndex + row + x] > 40)
    }
  }

  @Test func `a mole in certain skin stays skin`() throws {
    let told = try result(skin: [210, 160, 135], hair: [70, 50, 40])[1]
    for y in 45..<size.height { #expect(told[told.startIndex + y * size.width + 46] == 0) }
  }
}
