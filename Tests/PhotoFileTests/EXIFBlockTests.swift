import Imaging
import Testing

@testable import PhotoFile

@Suite struct EXIFBlockTests {
  @Test(arguments: [true, false])
  func `the orientation is patched in one place and nothing else changes`(bigEndian: Bool) throws {
    for orientation in Orientation.allCases {
      let original = SamplePhoto.exif(orientation: .up, bigEndian: bigEndian)
      var block = try #require(EXIFBlock(original))
      #expect(block.orientation == .up)
      block.orientation = orientation
      #expect(EXIFBlock(block.bytes)?.orientation == orientation)
      let changed = original.indices.filter { original[$0] != block.bytes[$0] }
      #expect(block.bytes.count == original.count)
      #expect(changed.count == (orientation == .up ? 0 : 1))
    }
  }

  @Test(arguments: [true, false])
  func `a missing orientation is added and no byte moves`(bigEndian: Bool) throws {
    let original = SamplePhoto.exif(orientation: nil, bigEndian: bigEndian)
    var block = try #require(EXIFBlock(original))
    #expect(block.orientation == nil)
    block.orientation = .left
    let bytes = block.bytes
    #expect(bytes[8..<original.count] == original[8...])
    #expect(EXIFBlock(bytes)?.orientation == .left)

    // The new directory, read as TIFF says: tags ascending, the old ones unchanged, the link to the second kept.
    let structure = try #require(TIFFStructure(bytes))
    let old = try #require(TIFFStructure(original)?.firstDirectory)
    let new = try #require(structure.firstDirectory)
    #expect(new.entries.map(\.tag) == [0x010F, 0x0112, 0x8769])
    #expect(structure.integer(at: 4, size: 4)?.isMultiple(of: 2) == true)
    #expect(
      structure.integer(at: new.nextPosition, size: 4)
        == TIFFStructure(original)?.integer(at: old.nextPosition, size: 4))
    for entry in old.entries {
      let moved = try #require(new[entry.tag])
      #expect(bytes[moved.position..<moved.position + 12] == original[entry.position..<entry.position + 12])
    }
  }

  @Test func `the smallest block contains only the orientation`() throws {
    let bytes = try #require(EXIFBlock(orientation: .rightMirrored)).bytes
    let directory = try #require(TIFFStructure(bytes)?.firstDirectory)
    #expect(directory.entries.map(\.tag) == [0x0112])
    #expect(EXIFBlock(bytes)?.orientation == .rightMirrored)
  }

  @Test(arguments: [true, false])
  func `recorded sizes are patched, as LONG where they need it`(bigEndian: Bool) throws {
    var block = try #require(EXIFBlock(SamplePhoto.exif(orientation: .up, bigEndian: bigEndian)))
    block.setPixelDimensions(PixelSize(width: 70_000, height: 33))
    let structure = try #require(TIFFStructure(block.bytes))
    let pointer = try #require(structure.firstDirectory?[0x8769])
    let directory = try #require(structure.integer(of: pointer).flatMap(structure.directory(at:)))
    #expect(directory[0xA002].flatMap(structure.integer(of:)) == 70_000)
    #expect(directory[0xA003].flatMap(structure.integer(of:)) == 33)
    #expect(directory[0xA003]?.type == 4)
  }

  @Test func `blocks truncated anywhere are rejected`() {
    let whole = SamplePhoto.exif(orientation: .down)
    for count in 0..<whole.count {
      // Whatever is left of it may be read or not, but nothing outside.
      var block = EXIFBlock(Array(whole[..<count]))
      block?.orientation = .left
      block?.setPixelDimensions(PixelSize(width: 5, height: 5))
      #expect(count >= 46 || block == nil)
    }
  }

  @Test func `a value other than the eight is no orientation`() {
    var bytes = SamplePhoto.exif(orientation: .up)
    bytes[8 + 2 + 12 + 9] = 9
    #expect(EXIFBlock(bytes)?.orientation == nil)
  }

  @Test func `a directory without room for another tag stays unchanged`() throws {
    let entry: [UInt8] = [0x01, 0x0F, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0]
    for (count, isChanged) in [(0xFFFF, false), (0xFFFE, true)] {
      let entries = [[UInt8]](repeating: entry, count: count).joined()
      let bytes = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0xFF, UInt8(count & 0xFF)] + entries + [0, 0, 0, 0]
      var block = try #require(EXIFBlock(bytes))
      block.orientation = .left
      #expect((block.bytes != bytes) == isChanged)
      #expect((block.orientation == .left) == isChanged)
    }
  }

  @Test func `Adobe RGB is recognised by the interoperability index`() throws {
    // IFD0 at 8 -> Exif directory at 26 -> interoperability directory at 44 with "R03".
    func pointer(_ tag: [UInt8], _ place: UInt8) -> [UInt8] {
      [0, 1] + tag + [0, 4, 0, 0, 0, 1, 0, 0, 0, place, 0, 0, 0, 0]
    }
    let start = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + pointer([0x87, 0x69], 26) + pointer([0xA0, 0x05], 44)
    func block(_ index: String) -> [UInt8] {
      start + [0, 1, 0, 1, 0, 2, 0, 0, 0, 4] + Array(index.utf8) + [0, 0, 0, 0, 0]
    }
    #expect(EXIFBlock(block("R03"))?.isAdobeRGB == true)
    #expect(EXIFBlock(block("R98"))?.isAdobeRGB == false)
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.exif = block("R03")
    #expect(try Photo(data: try photo.data(as: .jpeg())).pixels.colorSpace == .adobeRGB)
  }
}
