import Imaging
import Testing

@testable import PhotoFile

/// The bytes of a written AVIF file, held against the AV1 Image File Format and MIAF.
@Suite struct AVIFStructureTests {
  private static func file(
    _ width: Int, _ height: Int, orientation: Orientation = .up, bitDepth: Int? = nil
  ) throws -> HEIFWalker {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height), orientation: orientation)
    return HEIFWalker(try photo.data(as: .avif(quality: 0.4, bitDepth: bitDepth)))
  }

  @Test func `a small picture is one item, with its brands`() throws {
    let file = try Self.file(70, 50)
    #expect(file.topLevel == ["ftyp", "meta", "mdat"])
    #expect(file.brands == ["avif", "\0\0\0\0", "avif", "mif1", "miaf", "MA1B"])
    let types = file.items.keys.sorted().map { file.items[$0]?.type }
    #expect(types == ["av01", "Exif", "mime", "av01", "mime", "av01", "mime"])
    #expect(file.primary == 1 && file.items.filter { $0.value.flags != 1 }.map(\.key) == [1])
    #expect(file.propertyTypes(1) == ["AV1C", "COLR", "ispe", "IROT", "pixi"])
    #expect(file.propertyTypes(4) == ["AV1C", "ispe", "IROT", "pixi", "AUXC"])
    #expect(file.property("ispe", of: 1) == [0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 50])
  }

  @Test func `large pictures are grids of few equal tiles, if MIAF lets them`() throws {
    let file = try Self.file(1100, 600, orientation: .leftMirrored)
    let types = file.items.keys.sorted().map { file.items[$0]?.type }
    #expect(types == ["av01", "av01", "grid", "Exif", "mime", "av01", "mime", "av01", "mime"])
    #expect(file.property("ispe", of: 1) == [0, 0, 0, 0, 0, 0, 2, 64, 0, 0, 2, 128])
    #expect(file.propertyTypes(1) == ["ISPE", "COLR", "AV1C"])
    #expect(file.propertyTypes(3) == ["COLR", "ispe", "IROT", "IMIR", "pixi"])
    #expect(file.propertyTypes(6) == ["AV1C", "ispe", "IROT", "IMIR", "pixi", "AUXC"])
    #expect(Set((1...2).map { file.items[$0]?.properties.last?.index }).count == 1)
    // 4:2:0 in a grid has to be of even size.
    #expect(try Self.file(1101, 60).items[1]?.type == "av01")
    #expect(try Self.file(1101, 60).references.allSatisfy { $0.type != "dimg" })
  }

  @Test func `configurations describe the coded data`() throws {
    let file = try Self.file(70, 50)
    #expect(file.property("av1C", of: 1)?.first == 0x81)
    // Main profile; 4:2:0, and gray; 8 bits.
    #expect(file.property("av1C", of: 1).map { [$0[1] >> 5, $0[2], $0[3]] } == [0, 0x0C, 0])
    #expect(file.property("av1C", of: 4).map { [$0[1] >> 5, $0[2], $0[3]] } == [0, 0x1C, 0])
    let ten = try Self.file(70, 50, bitDepth: 10)
    #expect(ten.property("av1C", of: 1).map { [$0[1] >> 5, $0[2]] } == [0, 0x4C])
    #expect(ten.property("pixi", of: 1) == [0, 0, 0, 0, 3, 10, 10, 10])
    #expect(ten.brands.contains("MA1B"))
    // 12 bits are of the Professional profile, which AVIF's Baseline leaves out.
    let twelve = try Self.file(70, 50, bitDepth: 12)
    #expect(twelve.property("av1C", of: 1).map { [$0[1] >> 5, $0[2]] } == [2, 0x6C])
    #expect(twelve.brands == ["avif", "\0\0\0\0", "avif", "mif1", "miaf"])
    // No temporal delimiter: the data begin with the sequence header.
    #expect(file.data(1).first == 0x0A && file.data(4).first == 0x0A)
  }

  @Test func `references point to the described items, and alpha has AVIF's name and the picture's depth`() throws {
    var photo = HEIFSyntheticPhoto.photo(PixelSize(width: 70, height: 50))
    photo.pixels = DeepPicture.pixels(photo.pixels.size)
    photo.pixels.alphaType = .straight
    photo.pixels.withUnsafeMutableBytes { $0[6] = 0 }
    let file = HEIFWalker(try photo.data(as: .avif()))
    let text = file.references.map { "\($0.type) \($0.from) \($0.to)" }
    #expect(
      text == ["cdsc 2 [1]", "cdsc 3 [1]", "auxl 4 [1]", "cdsc 5 [4]", "auxl 6 [1]", "cdsc 7 [6]", "auxl 8 [1]"])
    #expect(
      file.property("auxC", of: 8)
        == [0, 0, 0, 0] + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
    #expect(file.property("pixi", of: 8) == [0, 0, 0, 0, 1, 10])
    #expect(file.property("pixi", of: 4) == [0, 0, 0, 0, 1, 8])
  }
}
