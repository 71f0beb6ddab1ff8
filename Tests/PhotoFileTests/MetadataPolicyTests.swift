import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct MetadataPolicyTests {
  private static let words = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="35,42.08N"
     xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="SECRET1" aux:Lens="50 mm"
     xmlns:exifEX="http://cipa.jp/exif/1.0/" exifEX:BodySerialNumber="SECRET2" exifEX:CameraOwnerName="SECRET3"
     xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">By Ann</rdf:li></rdf:Alt>
    </dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  /// EXIF with Copyright, Orientation and DNG's serial number; in its Exif directory owner, serial number and a note.
  private static func exif(note: [UInt8], orientation: Orientation) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    var values: [UInt8] = []
    let firstOffset = 8
    let exifOffset = firstOffset + 2 + 12 * 4 + 4
    let valuesOffset = exifOffset + 2 + 12 * 4 + 4
    func entry(_ tag: Int, _ type: Int, _ data: [UInt8]) -> [UInt8] {
      defer { values += data }
      return number(tag, 2) + number(type, 2) + number(data.count, 4) + number(valuesOffset + values.count, 4)
    }
    func text(_ tag: Int, _ text: String) -> [UInt8] { entry(tag, 2, Array(text.utf8) + [0]) }
    let first =
      number(4, 2) + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation.rawValue, 2) + [0, 0]
      + text(0x8298, "By Ann, 2026") + number(0x8769, 2) + number(4, 2) + number(1, 4) + number(exifOffset, 4)
      + text(0xC62F, "SECRET4") + number(0, 4)
    let second =
      number(4, 2) + entry(0x927C, 7, note) + text(0xA430, "SECRET5") + text(0xA431, "SECRET6")
      + text(0xA434, "50 mm f/2") + number(0, 4)
    return Array("MM".utf8) + number(42, 2) + number(8, 4) + first + second + values
  }

  private static let otherNote = Array("Canon SECRET7 and more".utf8)
  private static let appleNote = Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 0, 0, 0]

  private func photo(_ orientation: Orientation, note: [UInt8] = otherNote) -> Photo {
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 48), orientation: orientation)
    photo.metadata = PhotoMetadata(
      exif: Self.exif(note: note, orientation: orientation), xmp: Array(Self.words.utf8))
    return photo
  }

  private static let formats: [EncodingOptions] = [
    .jpeg(), .heic(), .avif(), .png, .webP(quality: 1), .tiff, .jpegXL(quality: 1),
  ]

  @Test(arguments: formats) func `safe removes locations and serial numbers and keeps the rest`(
    options: EncodingOptions
  ) throws {
    let bytes = try photo(.right).data(as: options)
    let safe = try MetadataPolicy.safe.applied(to: bytes)
    let text = String(decoding: safe, as: UTF8.self)
    for word in ["SECRET", "GPSLatitude"] { #expect(!text.contains(word), "\(options.format)") }
    for word in ["By Ann, 2026", "50 mm f/2", "50 mm", "By Ann"] { #expect(text.contains(word), "\(word)") }
    let read = try Photo(data: safe)
    #expect(try read.orientation == .right && read.pixels == Photo(data: bytes).pixels)
    #expect(read.auxiliaryImages.count == (options.format.holds(.auxiliaryImages) ? 4 : 0))
    #expect(try MetadataPolicy.safe.applied(to: safe) == safe)
    #expect(try MetadataPolicy.keep.applied(to: bytes) == bytes)
  }

  @Test(arguments: formats) func `strip leaves no metadata, and the photo keeps its orientation`(
    options: EncodingOptions
  ) throws {
    var photo = photo(.left)
    photo.pixels.colorSpace = .displayP3
    let bytes = try photo.data(as: options)
    let stripped = try MetadataPolicy.strip.applied(to: bytes)
    let text = String(decoding: stripped, as: UTF8.self)
    for word in ["SECRET", "GPS", "By Ann", "50 mm"] { #expect(!text.contains(word), "\(options.format): \(word)") }
    let (before, after) = (try Photo(data: bytes), try Photo(data: stripped))
    #expect(after.orientation == .left && after.pixels == before.pixels)
    #expect(after.metadata.xmp == nil && after.metadata.iptc == nil)
    #expect(after.mattes.kinds == before.mattes.kinds)
  }

  @Test func `an iPhone's maker note stays, because gain maps need it`() throws {
    let block = Self.exif(note: Self.appleNote, orientation: .up)
    let changed = try #require(SerialNumberRemoval.exif(block))
    #expect(changed.count == block.count)
    #expect(EXIFBlock(changed)?.makerNote == Self.appleNote)
    #expect(
      EXIFBlock(try #require(SerialNumberRemoval.exif(Self.exif(note: Self.otherNote, orientation: .up))))?
        .makerNote == nil)
    #expect(SerialNumberRemoval.exif([1, 2, 3]) == nil)
    let plain = SamplePhoto.exif(orientation: .up)
    #expect(SerialNumberRemoval.exif(plain) == plain)
  }

  @Test func `pointers to needed data do not erase them`() throws {
    let block = Self.exif(note: Self.otherNote, orientation: .right)
    let place = 8 + 2 + 12 * 4 + 4 + 2 + 8
    for target in [0, 8, 9, 30, 70, block.count - 1, 0xFFFF_FFF0] {
      var hostile = block
      for byte in 0..<4 { hostile[place + byte] = UInt8(truncatingIfNeeded: target >> (24 - 8 * byte)) }
      let changed = try #require(SerialNumberRemoval.exif(hostile))
      #expect(EXIFBlock(changed)?.orientation == .right)
      #expect(String(decoding: changed, as: UTF8.self).contains("By Ann, 2026"))
    }
  }

  @Test func `texts of a PNG that contain EXIF in other forms are removed too`() throws {
    let bytes = try photo(.up).data(as: .png)
    let additions =
      PNGPieces.chunk("zTXt", Array("Raw profile type exif\0\0SECRET8".utf8))
      + PNGPieces.chunk("tEXt", Array("Copyright\0By Ann again".utf8))
    let whole = Array(bytes[..<33]) + additions + Array(bytes[33...])
    let safe = String(decoding: try MetadataPolicy.safe.applied(to: whole), as: UTF8.self)
    #expect(!safe.contains("SECRET") && safe.contains("By Ann again"))
    let stripped = try MetadataPolicy.strip.applied(to: whole)
    #expect(!String(decoding: stripped, as: UTF8.self).contains("By Ann"))
    #expect(try Photo(data: stripped).pixels == Photo(data: bytes).pixels)
  }
}
