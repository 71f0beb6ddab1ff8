import Checksums
import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct StrippingTests {
  private static let place = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Tests 1.0"
     xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="35,42.08N" exif:ISOSpeedRatings="64"
     xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Tokyo" photoshop:Headline="A walk">
    <Iptc4xmpExt:LocationShown xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag>
    <rdf:li rdf:parseType="Resource"><Iptc4xmpExt:City>Tokyo</Iptc4xmpExt:City></rdf:li></rdf:Bag>
    </Iptc4xmpExt:LocationShown></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  /// IPTC with a title and a city, and the digest that belongs to it.
  private static let iptc: [UInt8] = {
    func resource(_ id: UInt8, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + [4, id, 0, 0, 0, 0, 0, UInt8(data.count)] + data
        + (data.count % 2 == 1 ? [0] : [])
    }
    let title: [UInt8] = [0x1C, 2, 5, 0, 6] + Array("A walk".utf8)
    let city: [UInt8] = [0x1C, 2, 90, 0, 5] + Array("Tokyo".utf8)
    return Array("Photoshop 3.0\0".utf8) + resource(4, title + city)
      + resource(0x25, MD5.digest(of: title + city)) + resource(0x0D, [1])
  }()

  /// EXIF with Make, Orientation, a GPS directory with a latitude, and a maker note behind it all.
  private func exif(bigEndian: Bool, orientation: Orientation) throws -> (bytes: [UInt8], gps: Range<Int>) {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let gps = 8 + 2 + 12 * 4 + 4
    let values = gps + 2 + 12 * 2 + 4
    let exif = values + 24
    var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(4, 2)
    bytes += entry(0x010F, 2, 4, Array("Cam\0".utf8)) + entry(0x0112, 3, 1, number(orientation.rawValue, 2))
    bytes += entry(0x8825, 4, 1, number(gps, 4)) + entry(0x9C9B, 1, 2, [65, 0]) + number(0, 4)
    bytes += number(2, 2) + entry(1, 2, 2, Array("N\0".utf8)) + entry(2, 5, 3, number(values, 4)) + number(0, 4)
    for value in [35, 1, 42, 1, 478, 100] { bytes += number(value, 4) }
    bytes += Array("a maker's note".utf8)
    return (bytes, gps..<exif)
  }

  @Test(arguments: [true, false]) func `EXIF loses the location and no byte moves`(bigEndian: Bool) throws {
    let (bytes, gps) = try exif(bigEndian: bigEndian, orientation: .right)
    let changed = try #require(LocationRemoval.exif(bytes))
    #expect(changed.count == bytes.count)
    #expect(changed[gps].allSatisfy { $0 == 0 })
    #expect(changed[gps.upperBound...] == bytes[gps.upperBound...])
    let structure = try #require(TIFFStructure(changed))
    #expect(structure.firstDirectory?.entries.map(\.tag) == [0x010F, 0x0112, 0x9C9B])
    #expect(EXIFBlock(changed)?.orientation == .right)
    #expect(LocationRemoval.exif(SamplePhoto.exif(orientation: .up)) == SamplePhoto.exif(orientation: .up))
    #expect(LocationRemoval.exif([1, 2, 3]) == nil)
  }

  @Test func `a GPS pointer to needed data does not erase them`() throws {
    let (bytes, _) = try exif(bigEndian: true, orientation: .right)
    for target in [0, 8, 9, 20, bytes.count - 1, 0xFFFF_FFFF] {
      var hostile = bytes
      for byte in 0..<4 { hostile[10 + 24 + 8 + byte] = UInt8(truncatingIfNeeded: target >> (24 - 8 * byte)) }
      let changed = try #require(LocationRemoval.exif(hostile))
      #expect(EXIFBlock(changed)?.orientation == .right)
    }
  }

  @Test func `XMP and IPTC lose locations and keep the rest`() throws {
    let packet = try #require(LocationRemoval.xmp(Array(Self.place.utf8)))
    let text = String(decoding: packet, as: UTF8.self)
    for word in ["GPS", "Tokyo", "LocationShown"] { #expect(!text.contains(word)) }
    for word in ["Tests 1.0", "A walk", "ISOSpeedRatings"] { #expect(text.contains(word)) }
    #expect(LocationRemoval.xmp(Array(SamplePhoto.titleXMP.utf8)) == Array(SamplePhoto.titleXMP.utf8))
    #expect(LocationRemoval.xmp(Array("<broken".utf8)) == nil)

    let block = try #require(LocationRemoval.photoshop(Self.iptc))
    let resources = try #require(PhotoshopResources(block))
    #expect(resources[4 << 8 | 4] == [0x1C, 2, 5, 0, 6] + Array("A walk".utf8))
    #expect(resources[0x0425] == MD5.digest(of: resources[0x0404] ?? []))
    #expect(resources[0x040D] == [1])
    #expect(PhotoshopResources(Self.iptc)?.bytes == Self.iptc)
    // What cannot be told apart may hide a place.
    #expect(LocationRemoval.photoshop(Self.iptc + [1]) == nil)
  }

  @Test(arguments: [PhotoFormat.heic, .jpeg], Orientation.allCases)
  func `locations are removed and the photo stays upright`(format: PhotoFormat, orientation: Orientation) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 120, height: 80), orientation: orientation)
    photo.metadata = PhotoMetadata(
      exif: try exif(bigEndian: true, orientation: orientation).bytes, xmp: Array(Self.place.utf8), iptc: Self.iptc)
    let original = try Photo(data: photo.data(as: .default(for: format)))
    var encoded = try EncodedPhoto(data: photo.data(as: .default(for: format)))
    try encoded.strip([.location])
    let nowhere = try Photo(data: encoded.data())
    #expect(nowhere.pixels == original.pixels && nowhere.orientation == orientation)
    #expect(nowhere.auxiliaryImages == original.auxiliaryImages)
    #expect(nowhere.metadata.exif?.count == photo.metadata.exif?.count)
    let all = [nowhere.metadata.exif, nowhere.metadata.xmp, nowhere.metadata.iptc].compactMap(\.self).flatMap(\.self)
    #expect(!String(decoding: all, as: UTF8.self).contains("Tokyo"))
    #expect(String(decoding: all, as: UTF8.self).contains("a maker's note"))

    try encoded.strip([.metadata])
    let bare = try Photo(data: encoded.data())
    #expect(bare.pixels == original.pixels && bare.orientation == orientation)
    #expect(bare.metadata.xmp == nil && bare.metadata.iptc == nil)
    #expect(
      bare.metadata.exif == (format == .heic || orientation == .up ? nil : EXIFBlock(orientation: orientation)?.bytes))
    #expect(bare.auxiliaryImages == original.auxiliaryImages)
  }

  @Test func `the profile stays, and so does Adobe RGB that only EXIF states`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 64))
    photo.pixels.colorSpace = .displayP3
    for format in [PhotoFormat.heic, .jpeg] {
      let file = try photo.data(as: .default(for: format))
      var encoded = try EncodedPhoto(data: file)
      try encoded.strip(Set(StripPart.allCases))
      let bare = try Photo(data: encoded.data())
      #expect(try bare.pixels == Photo(data: file).pixels && bare.auxiliaryImages.isEmpty && bare.metadata.isEmpty)
    }
    photo.pixels.colorSpace = .sRGB
    photo.orientation = .right
    photo.metadata.exif = EXIFBlock.minimal(orientation: .right, isAdobeRGB: true)
    let file = try photo.data(as: .jpeg())
    #expect(try Photo(data: file).pixels.colorSpace == .adobeRGB)
    var encoded = try EncodedPhoto(data: file)
    try encoded.strip([.metadata])
    let bare = try Photo(data: encoded.data())
    #expect(bare.pixels.colorSpace == .adobeRGB && bare.orientation == .right)
  }

  @Test func `thumbnails are removed from HEIF and EXIF`() throws {
    var photo = try EncodedPhoto(data: try HEIFEighteen.file())
    try photo.strip([.thumbnails])
    let walker = HEIFWalker(try photo.data())
    #expect(!walker.references.contains { $0.type == "thmb" })
    #expect(walker.references.contains { $0.type == "auxl" })

    let small = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 16, height: 16))).data(as: .jpeg())
    // A second directory with the offset and length of a JPEG behind it.
    var exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 14, 0, 2]
    exif += [2, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44, 2, 2, 0, 4, 0, 0, 0, 1, 0, 0]
    exif += [UInt8(small.count >> 8), UInt8(small.count & 255), 0, 0, 0, 0] + small
    let erased = EXIFPictures.erased(from: exif).block
    #expect(erased.count == exif.count && erased[44...].allSatisfy { $0 == 0 })
  }

  @Test func `malformed metadata are not reported as free of locations`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 64))
    photo.metadata.xmp = Array("<x:xmpmeta GPS".utf8)
    for format in [PhotoFormat.heic, .jpeg] {
      var encoded = try EncodedPhoto(data: try photo.data(as: .default(for: format)))
      #expect(throws: PhotoFileError.self) { try encoded.strip([.location]) }
      try encoded.strip([.metadata])
      #expect(try Photo(data: encoded.data()).metadata.xmp == nil)
    }
  }
}
