import Imaging
import Testing

@testable import PhotoFile

/// IPTC in EXIF, where formats have no other place for it.
@Suite struct EXIFImageResourcesTests {
  private static func dataSet(_ number: UInt8, _ text: String) -> [UInt8] {
    [0x1C, 2, number, 0, UInt8(text.utf8.count)] + text.utf8
  }

  private static let records = dataSet(105, "A walk") + dataSet(90, "Tokyo") + dataSet(25, "odd")
  /// IPTC and a resolution.
  private static let resources =
    PhotoshopResources.block(iptc: records) + Array("8BIM".utf8) + [0x03, 0xED, 0, 0, 0, 0, 0, 2, 0, 72]

  /// A block with a maker, a value of 8 bytes behind the directory, in both byte orders.
  private static func block(bigEndian: Bool, tail: [UInt8] = []) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (bigEndian ? size - 1 - $0 : $0))) }
    }
    let header: [UInt8] = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    return header + number(42, 2) + number(8, 4) + number(2, 2)
      + number(0x010F, 2) + number(2, 2) + number(8, 4) + number(38, 4)
      + number(0x9C9B, 2) + number(1, 2) + number(4, 4) + [65, 0, 0, 0]
      + number(0, 4) + Array("Camera \0".utf8) + tail
  }

  @Test(arguments: [
    nil, block(bigEndian: true), block(bigEndian: false), block(bigEndian: true, tail: [7]),
    SamplePhoto.exif(orientation: .right), EXIFBlock(orientation: .left)?.bytes,
  ])
  func `removing IPTC restores the block`(block: [UInt8]?) throws {
    let together = try #require(EXIFImageResources.adding(Self.resources, to: block))
    let structure = try #require(TIFFStructure(together))
    let tags = try #require(structure.firstDirectory).entries.map(\.tag)
    #expect(tags == tags.sorted() && tags.contains(34377))
    let taken = try #require(EXIFImageResources.taken(from: together))
    #expect(taken.resources == Self.resources)
    #expect(taken.block == block)
    // A second time they are there, and for others there is no room.
    #expect(EXIFImageResources.adding(Self.resources, to: together) == together)
    #expect(EXIFImageResources.adding(Self.resources + [0, 0], to: together) == nil)
    #expect(EXIFImageResources.taken(from: Self.block(bigEndian: true)) == nil)
  }

  @Test func `data that are no EXIF, too short or too long get no IPTC`() {
    #expect(EXIFImageResources.adding(Self.resources, to: [1, 2, 3]) == nil)
    #expect(EXIFImageResources.adding(JPEGIdentifier.photoshop, to: nil) == nil)
    let long = [UInt8](repeating: 0, count: ReadingLimits.default.exifBytes)
    #expect(EXIFImageResources.adding(Self.resources + long, to: nil) == nil)
    // A first directory that the thumbnail's overlaps.
    var looping = Self.block(bigEndian: true)
    looping.replaceSubrange(34..<38, with: [0, 0, 0, 20])
    #expect(EXIFImageResources.adding(Self.resources, to: looping).map { EXIFImageResources.taken(from: $0) } != nil)
  }

  @Test func `IPTC alone, as other programs write it into TIFF, is found too`() throws {
    // Numbers of 4 bytes, filled up with zeros.
    let filled = Self.records + [UInt8](repeating: 0, count: (4 - Self.records.count % 4) % 4)
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let block =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x83, 0xBB, 0, 4] + number(filled.count / 4) + number(26) + number(0)
      + filled
    let taken = try #require(EXIFImageResources.taken(from: block))
    #expect(taken.resources == PhotoshopResources.block(iptc: Self.records))
    let rest = try #require(taken.block)
    #expect(rest.count == block.count && TIFFStructure(rest)?.firstDirectory?.entries.isEmpty == true)
    #expect(rest[26...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: PhotoFormat.allCases.filter(\.isWritable))
  func `every format keeps IPTC to the byte, with EXIF and without`(format: PhotoFormat) throws {
    #expect(format.holds(.iptc))
    for exif in [nil, SamplePhoto.exif(orientation: .up)] {
      var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
      photo.metadata = PhotoMetadata(exif: exif, iptc: Self.resources)
      let options = EncodingOptions.default(for: format)
      #expect(photo.warnings(writingAs: options).isEmpty)
      let file = try photo.data(as: options)
      let read = try Photo(data: file)
      #expect(read.metadata.iptc == Self.resources)
      if format != .tiff { #expect(read.metadata.exif == exif) }
      #expect(try PhotoSummary(data: file).metadata.contains(.iptc))
      let jpeg = try Photo(data: try read.data(as: .jpeg()))
      #expect(jpeg.metadata.iptc == Self.resources)
      // Written once more the file is the same.
      #expect(try Photo(data: try read.data(as: options)).metadata == read.metadata)
    }
  }

  @Test(arguments: PhotoFormat.allCases.filter(\.isWritable))
  func `a location in IPTC is removed, a headline stays`(format: PhotoFormat) throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
    photo.metadata = PhotoMetadata(exif: SamplePhoto.exif(orientation: .up), iptc: Self.resources)
    let file = try photo.data(as: .default(for: format))
    #expect(SensitiveContent.contents(of: file).contains { $0.kind == .location && $0.place.contains("IPTC") })
    let stripped = try StrippedPhoto(file, removing: [.location])
    #expect(stripped.contents.contains { $0.kind == .location && $0.place.contains("IPTC") })
    #expect(!String(decoding: stripped.data, as: UTF8.self).contains("Tokyo"))
    let read = try Photo(data: stripped.data)
    let iptc = try #require(read.metadata.iptc)
    #expect(PhotoshopResources(iptc)?[0x0404] == Self.dataSet(105, "A walk") + Self.dataSet(25, "odd"))
    #expect(PhotoshopResources(iptc)?[0x03ED] == [0, 72])
    if format != .tiff { #expect(read.metadata.exif == photo.metadata.exif) }
    #expect(!SensitiveContent.contents(of: stripped.data).contains { $0.kind == .location })
  }

  @Test func `a preview in IPTC is removed after an effect that hides`() throws {
    let preview = Self.dataSet(202, "shows the face")
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
    photo.metadata.iptc = PhotoshopResources.block(iptc: Self.records + preview)
    let file = try photo.data(as: .heic())
    let hidden = try Photo(data: file).withoutOriginalPictures()
    #expect(hidden.warnings.contains { $0.message.contains("IPTC") })
    let written = try hidden.data(as: .heic())
    #expect(String(decoding: file, as: UTF8.self).contains("shows the face"))
    #expect(!String(decoding: written, as: UTF8.self).contains("shows the face"))
    #expect(try Photo(data: written).metadata.iptc == PhotoshopResources.block(iptc: Self.records))
    let stripped = try StrippedPhoto(file, removing: [.thumbnails])
    #expect(!String(decoding: stripped.data, as: UTF8.self).contains("shows the face"))
    #expect(try Photo(data: stripped.data).metadata.iptc == PhotoshopResources.block(iptc: Self.records))
  }

  @Test func `IPTC is left out with a warning if EXIF is damaged, and is an item in HEIC`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 32, height: 32)))
    photo.metadata = PhotoMetadata(exif: [1, 2, 3, 4], iptc: Self.resources)
    let warnings = photo.warnings(writingAs: .default(for: .png)).map(\.message)
    #expect(warnings.count == 1 && warnings[0].contains("IPTC"))
    #expect(try Photo(data: try photo.data(as: .png)).metadata.iptc == nil)
    #expect(photo.warnings(writingAs: .heic()).isEmpty)
    #expect(try Photo(data: try photo.data(as: .heic())).metadata.iptc == Self.resources)
  }
}
