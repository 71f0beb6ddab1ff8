import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct HEVCParameterTests {
  /// The parameter set of an iPhone's 512x512 tile and of its 1158x1544 matte, each from one file's `hvcC`.
  static let tile: [UInt8] = [
    0x42, 0x01, 0x01, 0x03, 0x70, 0, 0, 0x03, 0, 0xB0, 0, 0, 0x03, 0, 0, 0x03, 0, 0x5A, 0xA0, 0x04, 0x02, 0, 0x80,
    0x58, 0x87, 0xB9, 0x16, 0x55, 0x37, 0x02, 0x02, 0x06, 0, 0x80,
  ]
  static let matte: [UInt8] = [
    0x42, 0x01, 0x01, 0x04, 0x08, 0, 0, 0x03, 0, 0xBF, 0xC8, 0, 0, 0x03, 0, 0, 0x78, 0xC0, 0x09, 0x22, 0, 0x61, 0x1C,
    0x5C, 0x4E, 0x20, 0x5E, 0xE4, 0x59, 0x54, 0xDC, 0x08, 0x08, 0x08, 0x02,
  ]

  @Test func `sizes, formats and colours of an iPhone's parameter sets`() throws {
    let tile = try HEVCSequenceParameterSet(HEVCNALUnit(bytes: Self.tile))
    #expect(tile.size == PixelSize(width: 512, height: 512) && tile.chromaFormat == 1)
    #expect(tile.lumaDepth == 8 && tile.chromaDepth == 8)
    #expect(tile.codePoints == ColorCodePoints(primaries: 2, transfer: 2, matrix: 6, isFullRange: true))
    let matte = try HEVCSequenceParameterSet(HEVCNALUnit(bytes: Self.matte))
    #expect(matte.size == PixelSize(width: 1158, height: 1544) && matte.chromaFormat == 0)
    #expect(matte.codePoints == ColorCodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true))
  }

  @Test(arguments: [(1158, 1544), (1157, 1543), (1160, 1544), (1, 1)])
  func `gray pictures are cropped to any size and nothing else changes`(width: Int, height: Int) throws {
    let unit = HEVCNALUnit(bytes: Self.matte)
    let before = try HEVCSequenceParameterSet(unit)
    let size = PixelSize(width: width, height: height)
    let cut = try before.croppingGray(unit, to: size)
    let after = try HEVCSequenceParameterSet(cut)
    #expect(after.size == size)
    #expect(after.codedSize == before.codedSize)
    #expect(after.codePoints == before.codePoints && after.profileTierLevel == before.profileTierLevel)
    // Cut back to what it was, it is what it was.
    #expect(try after.croppingGray(cut, to: before.size) == unit)
  }

  @Test func `truncated and invalid parameter sets are refused`() {
    for length in 0..<22 {
      #expect(throws: HEIFError.self) {
        try HEVCSequenceParameterSet(HEVCNALUnit(bytes: Array(Self.tile.prefix(length))))
      }
    }
    var random = RepeatableRandomNumberGenerator(seed: 4)
    for _ in 0..<500 {
      var bytes = Self.tile
      for _ in 0..<3 { bytes[.random(in: 16..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      if let set = try? HEVCSequenceParameterSet(HEVCNALUnit(bytes: bytes)) {
        #expect(set.size.width > 0 && set.size.width <= 0xFFFF && set.size.height <= 0xFFFF)
      }
    }
  }

  @Test func `escaping hides start codes and can be reversed`() {
    let unit = HEVCNALUnit(unescaped: [0x42, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4])
    #expect(unit.bytes == [0x42, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 2, 0, 0, 3, 3, 0, 0, 4])
    #expect(unit.unescaped == [0x42, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4])
  }

  @Test func `numbers of variable length survive a round trip`() throws {
    let values = [0, 1, 2, 3, 7, 8, 255, 65_535, 0x7FFF_FFFE]
    var writer = BitWriter()
    writer.bits(5, count: 3)
    for value in values { writer.unsignedExpGolomb(value) }
    var reader = BitReader(bytes: writer.bytes)
    #expect(try reader.bits(3) == 5)
    for value in values { #expect(try reader.unsignedExpGolomb() == value) }
  }

  @Test func `levels are those of table A-8`() {
    #expect(HEVCConfiguration.level(for: PixelSize(width: 512, height: 512)) == 90)
    #expect(HEVCConfiguration.level(for: PixelSize(width: 1158, height: 1544)) == 120)
    #expect(HEVCConfiguration.level(for: PixelSize(width: 2016, height: 1512)) == 150)
    // Few samples, but a side longer than the square root of 8 times the samples.
    #expect(HEVCConfiguration.level(for: PixelSize(width: 4000, height: 64)) == 120)
    #expect(HEVCConfiguration.level(for: PixelSize(width: 10_000, height: 10_000)) == nil)
  }
}
