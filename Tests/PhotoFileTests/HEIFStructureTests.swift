import Imaging
import Testing

@testable import PhotoFile

/// The bytes of a written file, held against the layout of an iPhone's.
@Suite struct HEIFStructureTests {
  private static func file(
    _ width: Int, _ height: Int, orientation: Orientation = .up
  ) throws -> (HEIFWalker, Photo) {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height), orientation: orientation)
    return (HEIFWalker(try HEIFWriter.data(for: photo, quality: 0.5)), photo)
  }

  @Test func `boxes and items have Apple's order`() throws {
    let (file, _) = try Self.file(600, 520)
    #expect(file.topLevel == ["ftyp", "meta", "mdat"])
    #expect(file.brands == ["heic", "\0\0\0\0", "mif1", "MiHE", "miaf", "MiHB", "heic"])
    #expect(file.metaChildren == ["hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "idat", "iloc"])
    let types = file.items.keys.sorted().map { file.items[$0]?.type }
    #expect(types == ["hvc1", "hvc1", "hvc1", "hvc1", "grid", "Exif", "mime", "hvc1", "mime", "hvc1", "mime"])
    #expect(file.primary == 5)
    #expect(file.items.filter { $0.value.flags != 1 }.map(\.key) == [5])
    #expect(file.items[7]?.contentType == "application/rdf+xml")
  }

  @Test func `tiles, grid and mattes have Apple's properties`() throws {
    let (file, _) = try Self.file(600, 520, orientation: .leftMirrored)
    #expect(file.propertyTypes(1) == ["ISPE", "COLR", "HVCC"])
    #expect(file.propertyTypes(5) == ["COLR", "ispe", "IROT", "IMIR", "pixi"])
    #expect(file.propertyTypes(8) == ["HVCC", "ispe", "IROT", "IMIR", "pixi", "AUXC"])
    #expect(file.propertyTypes(6).isEmpty)
    #expect(file.data(5) == [0, 0, 1, 1, 2, 88, 2, 8])
    #expect(file.property("pixi", of: 5) == [0, 0, 0, 0, 3, 8, 8, 8])
    #expect(file.property("pixi", of: 8) == [0, 0, 0, 0, 1, 8])
    #expect(
      file.property("auxC", of: 8) == [0, 0, 0, 0] + Array("urn:com:apple:photo:2019:aux:semantichairmatte\0".utf8))
    #expect(file.property("colr", of: 1)?.prefix(4).elementsEqual("prof".utf8) == true)
    // All tiles share one configuration, the grid and the mattes one rotation.
    #expect(Set((1...4).map { file.items[$0]?.properties.last?.index }).count == 1)
    #expect(file.properties.filter { $0.type == "irot" }.count == 1)
  }

  @Test func `references point to the described items`() throws {
    let (file, photo) = try Self.file(600, 520)
    let text = file.references.map { "\($0.type) \($0.from) \($0.to)" }
    #expect(
      text == [
        "dimg 5 [1, 2, 3, 4]", "cdsc 6 [5]", "cdsc 7 [5]", "auxl 8 [5]", "cdsc 9 [8]", "auxl 10 [5]", "cdsc 11 [10]",
      ])
    #expect(file.data(6) == [0, 0, 0, 6] + Array("Exif\0\0".utf8) + (photo.metadata.exif ?? []))
    #expect(file.data(7) == photo.metadata.xmp)
    #expect(file.data(9) == AuxiliaryXMP.packet(for: .semanticSegmentationHairMatte, in: .heic))
    #expect(file.data(11) == AuxiliaryXMP.packet(for: .portraitEffectsMatte, in: .heic))
  }

  @Test func `metadata come before pixels and items fill the file without gaps`() throws {
    let (file, _) = try Self.file(600, 520)
    let stored = file.items.filter { $0.value.method == 0 }.sorted { $0.value.offset < $1.value.offset }
    #expect(stored.map(\.key) == [6, 7, 9, 11, 1, 2, 3, 4, 8, 10])
    for (item, next) in zip(stored, stored.dropFirst()) {
      #expect(item.value.offset + item.value.length == next.value.offset)
    }
    #expect(stored.last.map { $0.value.offset + $0.value.length } == file.bytes.count)
  }

  @Test func `configurations state profile, level and chroma as Apple's do`() throws {
    let (file, _) = try Self.file(600, 520)
    let tile = try #require(file.property("hvcC", of: 1))
    let matte = try #require(file.property("hvcC", of: 8))
    // Main Still Picture in 4:2:0; range extensions in 4:0:0. The level of a lossless matte is lowered to what it
    // needs.
    #expect(tile[1] == 3 && tile[16] == 0xFD)
    #expect(matte[1] == 4 && matte[16] == 0xFC && matte[12] == 90)
    for configuration in [tile, matte] {
      #expect(configuration[0] == 1 && configuration[21] == 0x0B && configuration[22] == 3)
      #expect(configuration[17] == 0xF8 && configuration[18] == 0xF8)
      #expect(configuration[23] == 0x80 | 32)
    }
  }

  @Test(arguments: [
    (Orientation.up, 0, nil), (.upMirrored, 0, 1), (.down, 2, nil), (.downMirrored, 0, 0), (.leftMirrored, 1, 0),
    (.right, 3, nil), (.rightMirrored, 3, 0), (.left, 1, nil),
  ])
  func `orientations are rotated and mirrored as Apple's`(orientation: Orientation, turns: Int, axis: Int?) throws {
    let (file, _) = try Self.file(64, 64, orientation: orientation)
    // One coded picture, without a grid.
    #expect(file.items[file.primary]?.type == "hvc1")
    #expect(!file.metaChildren.contains("idat"))
    let matte = try #require(file.references.first { $0.type == "auxl" }?.from)
    for item in [file.primary, matte] {
      #expect(file.property("irot", of: item) == [UInt8(turns)])
      #expect(file.property("imir", of: item) == axis.map { [UInt8($0)] })
    }
  }
}
