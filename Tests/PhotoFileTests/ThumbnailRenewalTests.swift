import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// After an edit the small pictures of a file show the edited picture, or are named as left out.
@Suite struct ThumbnailRenewalTests {
  private static let red = PixelBuffer(size: PixelSize(width: 320, height: 200), format: .rgba8) { bytes in
    for index in bytes.indices { bytes[index] = index % 4 == 0 || index % 4 == 3 ? 255 : 0 }
  }

  /// EXIF whose thumbnail is a JPEG of a picture.
  private func exif(_ pixels: PixelBuffer, room: Int = 0) throws -> [UInt8] {
    let small = try JPEGCodec.encode(pixels, quality: 90) + [UInt8](repeating: 0, count: room)
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    var bytes: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 26, 0, 2,
    ]
    bytes += [2, 1, 0, 4, 0, 0, 0, 1] + number(56) + [2, 2, 0, 4, 0, 0, 0, 1] + number(small.count) + [0, 0, 0, 0]
    return bytes + small
  }

  private func isRed(_ jpeg: [UInt8]) throws -> Bool {
    let pixels = try Photo(data: jpeg).pixels
    return pixels.bytes.enumerated().allSatisfy { $0 % 4 == 1 || $0 % 4 == 2 ? $1 < 40 : $1 > 215 }
  }

  @Test(arguments: [PhotoFormat.jpeg, .heic, .avif, .png])
  func `EXIF's thumbnail shows the edited picture`(format: PhotoFormat) throws {
    let old = SamplePhoto.noise(PixelSize(width: 80, height: 60), .rgba8, alphaType: .opaque, seed: 3)
    var photo = Photo(pixels: SamplePhoto.pixels(Self.red.size))
    photo.metadata.exif = try exif(old, room: 5)
    photo = try Photo(data: try photo.data(as: .default(for: format)))
    let before = try #require(photo.metadata.exif)
    var set = photo
    set.pixels = Self.red
    for edited in [photo.with(pixels: Self.red), set] {
      #expect(edited.warnings.isEmpty && edited.warnings(writingAs: .default(for: format)).isEmpty)
      let written = try Photo(data: try edited.data(as: .default(for: format)))
      let block = try #require(written.metadata.exif)
      #expect(block.count == before.count && block[..<46] == before[..<46])
      let place = try #require(EXIFBlock(block)?.thumbnail)
      #expect(try isRed(Array(block[place])))
      #expect(try Photo(data: Array(block[place])).pixels.size == PixelSize(width: 80, height: 50))
      // Nothing is left of the old one.
      #expect(block[place.upperBound...].allSatisfy { $0 == 0 })
    }
    // What is only read and written keeps it.
    #expect(try Photo(data: try photo.data(as: .default(for: format))).metadata.exif == before)
  }

  @Test func `the thumbnail of a picture of high dynamic range shows white as white`() throws {
    let old = SamplePhoto.noise(PixelSize(width: 80, height: 60), .rgba8, alphaType: .opaque, seed: 3)
    // 203 cd/m² in the scale of the perceptual quantizer.
    let white = (0..<Self.red.size.area).flatMap { _ in [38_056, 38_056, 38_056, 65_535] as [UInt16] }
    var photo = Photo(pixels: SamplePhoto.pixels(Self.red.size))
    photo.metadata.exif = try exif(old)
    photo.pixels = PixelBuffer(
      size: Self.red.size, format: .rgba16, colorSpace: .pq(.bt2020), bytes: white.withUnsafeBytes { Array($0) })
    let written = try Photo(data: try photo.data(as: .heic()))
    #expect(written.pixels.colorSpace == .pq(.bt2020))
    let block = try #require(written.metadata.exif)
    let place = try #require(EXIFBlock(block)?.thumbnail)
    #expect(try Photo(data: Array(block[place])).pixels.bytes.allSatisfy { $0 > 250 })
  }

  @Test func `a thumbnail without room is left out with a warning`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 320, height: 200)))
    let flat = PixelBuffer(size: PixelSize(width: 160, height: 120), format: .rgba8)
    photo.metadata.exif = try exif(flat)
    let noise = SamplePhoto.noise(photo.pixels.size, .rgba8, alphaType: .opaque, seed: 8)
    let edited = photo.with(pixels: noise)
    #expect(edited.warnings.map(\.message) == ["thumbnail in EXIF is left out: it shows the picture as it was"])
    #expect(edited.metadata.exif.flatMap(EXIFBlock.init)?.thumbnail == nil)
    #expect(edited.metadata.exif?.count == photo.metadata.exif?.count)
  }

  @Test(arguments: [PhotoFormat.heic, .avif]) func `the file's thumbnail is made again`(format: PhotoFormat) throws {
    let options = EncodingOptions.default(for: format)
    let file = try Photo(pixels: SamplePhoto.pixels(Self.red.size), orientation: .right).data(as: options)
    var document = try HEIFDocument(file, limits: .default).editable()
    let small = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 96, height: 60))).data(as: options)
    let tree = try CodedItemTree(
      try HEIFDocument(small, limits: .default).primaryID, of: try HEIFDocument(small, limits: .default))
    let id = document.add(tree)
    document.references.append(ItemReference(type: "thmb", from: id, to: [document.primaryID]))
    let photo = try Photo(data: document.file())
    let edited = photo.with(pixels: Self.red)
    #expect(edited.warnings.isEmpty && edited.warnings(writingAs: options).isEmpty)
    let output = try edited.data(as: options)
    var asked = ReadingOptions()
    asked.maximumPixelSize = 96
    // Small enough for the thumbnail, it is what is read.
    let read = try Photo(data: output, options: asked)
    #expect(read.pixels.size == PixelSize(width: 96, height: 60))
    let reds = stride(from: 0, to: read.pixels.bytes.count, by: 4).map { read.pixels.bytes[$0] }
    #expect(reds.allSatisfy { $0 > 215 })
    let written = try HEIFDocument(output, limits: .default)
    let thumbnails = written.sources(of: "thmb", to: written.primaryID)
    #expect(thumbnails.count == 1 && written.orientation(of: thumbnails[0]) == .right)
    #expect(
      try HEIFDocument(try photo.with(pixels: Self.red).withoutOriginalPictures().data(as: options), limits: .default)
        .references.allSatisfy { $0.type != "thmb" })
  }

  @Test func `Photoshop's and makers' small pictures are left out with a warning`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(Self.red.size))
    let picture = try JPEGCodec.encode(SamplePhoto.pixels(PixelSize(width: 40, height: 30)), quality: 50)
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (picture.count + 28) >> $0) }
    photo.metadata.iptc =
      Array("Photoshop 3.0\08BIM".utf8) + [4, 0x0C, 0, 0] + length + [UInt8](repeating: 0, count: 28) + picture
      + (picture.count.isMultiple(of: 2) ? [] : [0])
    let edited = photo.with(pixels: Self.red)
    #expect(edited.warnings.map(\.message) == ["Photoshop's thumbnail is left out: it shows the picture as it was"])
    #expect(Data(edited.metadata.iptc ?? []).range(of: Data(picture.suffix(40))) == nil)
  }
}
