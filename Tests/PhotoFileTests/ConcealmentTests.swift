import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// After an edit that hides something no byte of the file shows the picture as it was; pictures that are planted
/// everywhere are searched for by their coded bytes.
@Suite struct ConcealmentTests {
  /// A small JPEG that is like no other.
  private func picture(_ seed: UInt64) throws -> [UInt8] {
    let pixels = SamplePhoto.noise(PixelSize(width: 48, height: 40), .rgba8, alphaType: .opaque, seed: seed)
    return try JPEGCodec.encode(pixels, quality: 60)
  }

  private func coded(_ bytes: [UInt8]) -> ArraySlice<UInt8> { bytes[bytes.count / 2..<bytes.count / 2 + 24] }

  private func contains(_ file: [UInt8], _ picture: [UInt8]) -> Bool {
    Data(file).range(of: Data(coded(picture))) != nil
  }

  /// EXIF with a thumbnail, and a note of some maker with a preview.
  private func exif(thumbnail: [UInt8], preview: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + (type == 3 ? number(value, 2) + [0, 0] : number(value, 4))
    }
    let note = Array("Maker of cameras\0".utf8) + preview + Array("and more".utf8)
    let (exifOffset, next) = (38, 38 + 2 + 12 + 4)
    let noteOffset = next + 2 + 24 + 4
    var bytes = Array("MM".utf8) + number(42, 2) + number(8, 4) + number(2, 2)
    bytes += entry(0x0112, 3, 1, 1) + entry(0x8769, 4, 1, exifOffset) + number(next, 4)
    bytes += number(1, 2) + entry(0x927C, 7, note.count, noteOffset) + number(0, 4)
    bytes += number(2, 2) + entry(0x0201, 4, 1, noteOffset + note.count) + entry(0x0202, 4, 1, thumbnail.count)
    return bytes + number(0, 4) + note + thumbnail
  }

  private func resources(_ thumbnail: [UInt8]) -> [UInt8] {
    func resource(_ id: UInt8, _ data: [UInt8]) -> [UInt8] {
      let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
      return Array("8BIM".utf8) + [4, id, 0, 0] + length + data + (data.count % 2 == 1 ? [0] : [])
    }
    return Array("Photoshop 3.0\0".utf8) + resource(4, [0x1C, 2, 5, 0, 6] + Array("A walk".utf8))
      + resource(0x0C, [UInt8](repeating: 0, count: 28) + thumbnail)
      + resource(0x09, [UInt8](repeating: 0, count: 28) + thumbnail)
  }

  private func xmp(_ thumbnail: [UInt8]) -> [UInt8] {
    let text = Data(thumbnail).base64EncodedString()
    return Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:GImage="http://ns.google.com/photos/1.0/image/" GImage:Data="\(text)"
       xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="A walk" xmlns:odd="http://example.com/odd/" odd:thing="\(text)"
       odd:numbers="\(Data((0..<900).map { UInt8($0 & 255) }).base64EncodedString())"
       xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private func base64(_ file: [UInt8], _ picture: [UInt8]) -> Bool {
    Data(file).range(of: Data(Data(picture).base64EncodedString().utf8.dropFirst(200).prefix(40))) != nil
  }

  private func movie(_ seed: UInt64) throws -> [UInt8] {
    BoxWriter.bytes { writer in
      writer.box("ftyp") { $0.append("isom\0\0\0\0".utf8) }
      writer.box("mdat") { $0.append((try? picture(seed)) ?? []) }
    }
  }

  private func photo() throws -> Photo {
    var photo = SamplePhoto.portrait(PixelSize(width: 128, height: 96))
    photo.metadata = PhotoMetadata(
      exif: exif(thumbnail: try picture(1), preview: try picture(2)), xmp: xmp(try picture(3)),
      iptc: resources(try picture(4)))
    let depth = SamplePhoto.noise(PixelSize(width: 64, height: 48), .l8, alphaType: .opaque, seed: 50)
    for type in [AuxiliaryImageType.depth, .hdrGainMap, AuxiliaryImageType(rawValue: "urn:example:other")] {
      photo.auxiliaryImages.append(AuxiliaryImage(type: type, pixels: depth))
    }
    return photo
  }

  private func hidden(_ photo: Photo) -> Photo {
    photo.with(pixels: PixelBuffer(size: photo.pixels.size, format: .rgba8)).withoutOriginalPictures()
  }

  @Test func `a JPEG shows nothing of what was hidden`() throws {
    var document = try JPEGDocument(try photo().data(as: .jpeg()), file: "a", limits: .default).editable(file: "a")
    func further(_ seed: UInt64) throws -> JPEGPicture { try JPEGPicture(try picture(seed), file: "b") }
    document.further.append(.init(picture: try further(5), attribute: 0x0001_0001))
    document.further.append(.init(picture: try further(6)))
    let segments: [(UInt8, [UInt8])] = [
      (0xE0, JPEGIdentifier.jfifExtension + [0x10] + (try picture(7))), (0xE1, FLIRData.identifier + (try picture(8))),
      (0xE2, Array("FPXR\0".utf8) + (try picture(9))), (0xE3, try picture(10)), (0xFE, try picture(11)),
      (0xEB, Array("JP\0\0jumb".utf8) + (try picture(12))),
    ]
    document.primary.segments.insert(contentsOf: segments.map { .init(marker: $0, data: $1) }, at: 1)
    document.primary.segments.insert(.init(marker: 0xFE, data: Array("A walk".utf8)), at: 1)
    document.trailer = try movie(13) + (try picture(14)) + [0, 0, 0]
    let file = try document.file()
    for seed in UInt64(1)...14 where seed != 3 { #expect(try contains(file, picture(seed)), "\(seed)") }
    #expect(try base64(file, picture(3)))

    let read = try Photo(data: file)
    let photo = hidden(read)
    let output = try photo.data(as: .jpeg())
    for seed in UInt64(1)...14 { #expect(try !contains(output, picture(seed)), "\(seed)") }
    #expect(try !base64(output, picture(3)))
    let written = try Photo(data: output)
    #expect(Set(written.auxiliaryImages.map(\.type)) == [.portraitEffectsMatte, .semanticSegmentationHairMatte])
    let text = String(decoding: output, as: UTF8.self)
    // Numbers in base64, as Apple's of the depth effect, are no picture.
    #expect(
      text.contains("odd:numbers") && text.contains("A walk") && text.contains("and more")
        && !text.contains("MotionPhoto"))
    #expect(try JPEGDocument(output, file: "c", limits: .default).editable(file: "c").trailer.isEmpty)

    // Removed data are reported.
    let messages = (photo.warnings + photo.warnings(writingAs: .jpeg())).map(\.message)
    for name in [
      "thumbnail in EXIF", "preview in EXIF", "GImage:Data", "odd:thing", "Photoshop's thumbnail", "auxiliary:2",
      "auxid:2", "hdrgainmap", "urn:example:other", "preview is left out", "does not say", "thumbnail of JFIF",
      "APP1 FLIR",
      "APP2 FPXR", "APP3", "comment", "signature", "movie", "behind the last of the index", "semanticskinmatte",
    ] where name != "auxiliary:2" {
      #expect(messages.contains { $0.contains(name) }, "\(name): \(messages)")
    }
  }

  @Test(arguments: [PhotoFormat.heic, .avif]) func `a HEIF file shows nothing of what was hidden`(
    format: PhotoFormat
  ) throws {
    let options = EncodingOptions.default(for: format)
    var document = try HEIFDocument(try photo().data(as: options), limits: .default).editable()
    document.boxes.append(RawBox("mpvd", try movie(13)))
    document.boxes.append(RawBox("sefd", try picture(14)))
    document.boxes.append(RawBox("free", try picture(15)))
    let thumbnail = document.freeID()
    document.add(ItemEntry(id: thumbnail, type: "jpeg", isHidden: true), data: try picture(16))
    document.associate(RawBox("ispe", [0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0, 40]), with: thumbnail, isEssential: false)
    document.references.append(ItemReference(type: "thmb", from: thumbnail, to: [document.primaryID]))
    let other = document.freeID()
    document.add(ItemEntry(id: other, type: "mime", contentType: "image/jpeg", isHidden: true), data: try picture(17))
    let second = document.freeID()
    document.add(
      ItemEntry(id: second, type: "Exif", isHidden: true),
      data: [0, 0, 0, 0] + exif(thumbnail: try picture(18), preview: try picture(19)))
    document.references.append(ItemReference(type: "cdsc", from: second, to: [document.primaryID]))
    let file = document.file()
    let planted: [UInt64] = [1, 2, 4, 13, 14, 15, 16, 17, 18, 19]
    for seed in planted { #expect(try contains(file, picture(seed)), "\(seed)") }

    let photo = hidden(try Photo(data: file))
    let output = try photo.data(as: options)
    for seed in planted { #expect(try !contains(output, picture(seed)), "\(seed)") }
    #expect(try !base64(output, picture(3)))
    let walker = HEIFWalker(output)
    #expect(!walker.references.contains { $0.type == "thmb" } && !walker.items.values.contains { $0.type == "jpeg" })
    #expect(
      try Set(Photo(data: output).auxiliaryImages.map(\.type))
        == [.portraitEffectsMatte, .semanticSegmentationHairMatte])
    let messages = photo.warnings.map(\.message)
    for name in ["movie", "Samsung's data", "thumbnail is", "mime image/jpeg", "hdrgainmap"] {
      #expect(messages.contains { $0.contains(name) }, "\(name): \(messages)")
    }
  }

  @Test func `data of unknown use are refused, unless they are to be kept or are not written`() throws {
    var document = try JPEGDocument(try photo().data(as: .jpeg()), file: "a", limits: .default).editable(file: "a")
    document.primary.segments.insert(.init(marker: 0xE6, data: Array("GoPro\0what".utf8)), at: 1)
    document.trailer = Array("who knows what".utf8)
    var photo = hidden(try Photo(data: try document.file(), name: "walk.jpg"))
    #expect {
      _ = try photo.data(as: .jpeg())
    } throws: { error in
      "\(error)".hasPrefix("walk.jpg: ") && "\(error)".contains("APP6 GoPro") && "\(error)".contains("14 bytes")
    }
    #expect(try !Data(photo.data(as: .heic())).isEmpty)
    photo.keepsUnknown = true
    #expect(photo.warnings(writingAs: .jpeg()).filter { $0.message.contains("without being searched") }.count == 2)
    #expect(try photo.data(as: .jpeg()).suffix(14).elementsEqual(document.trailer))
    let eighteen = hidden(try Photo(data: try HEIFEighteen.file()))
    #expect {
      _ = try eighteen.data(as: .heic())
    } throws: { error in
      "\(error)".contains("box uuid") && "\(error)".contains("box quux")
    }
  }

  @Test func `pictures as text are found everywhere`() throws {
    let text = Array(Data(try picture(1)).base64EncodedString().utf8)
    func tagged(_ text: [UInt8]) -> [UInt8] {
      // EXIF with one tag, the description.
      let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: text.count >> $0) }
      return Array("MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [1, 0x0E, 0, 2] + count + [0, 0, 0, 26, 0, 0, 0, 0] + text
    }
    let intro = Array("data:image/jpeg;base64,".utf8)
    var photo = SamplePhoto.portrait(PixelSize(width: 32, height: 24))
    let caption = Array("A walk ".utf8) + text
    photo.metadata.exif = tagged(caption)
    let data = [UInt8(caption.count >> 8), UInt8(caption.count & 255)] + caption
    let iim = [0x1C, 2, 5, 0, 6] + Array("A path".utf8) + [0x1C, 2, 120] + data
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: iim.count >> $0) }
    photo.metadata.iptc =
      Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0] + size + iim + (iim.count % 2 == 1 ? [0] : [])
    photo.metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:odd="http://example.com/odd/" odd:thing="\(String(decoding: intro + text, as: UTF8.self))"
       odd:other="A way"/></rdf:RDF></x:xmpmeta>
      """.utf8)
    var document = try JPEGDocument(try photo.data(as: .jpeg()), file: "a", limits: .default).editable(file: "a")
    document.primary.segments.insert(.init(marker: 0xFE, data: text), at: 1)
    document.primary.segments.insert(.init(marker: 0xFE, data: Array("A comment".utf8)), at: 1)
    let file = try document.file()
    let hidden = hidden(try Photo(data: file))
    let output = try hidden.data(as: .jpeg())
    let middle = Data(text[200..<240])
    #expect(Data(file).range(of: middle) != nil && Data(output).range(of: middle) == nil)
    let words = String(decoding: output, as: UTF8.self)
    for kept in ["A walk", "A path", "A way", "A comment"] { #expect(words.contains(kept), "\(kept)") }
    let messages = hidden.warnings.map(\.message)
    for name in ["picture as text in EXIF", "picture as text in IPTC", "odd:thing", "comment"] {
      #expect(messages.contains { $0.contains(name) }, "\(name): \(messages)")
    }

    let pixels = SamplePhoto.pixels(PixelSize(width: 16, height: 12))
    let png = try Photo(pixels: pixels).data(as: .png)
    for (chunk, data) in [
      ("tEXt", Array("Look\0".utf8) + text), ("zTXt", Array("Look\0\0".utf8) + (try PNGCodec.deflate(text))),
    ] {
      let planted = Array(png[..<33]) + PNGPieces.chunk(chunk, data) + png[33...]
      let stripped = try StrippedPhoto(planted, removing: [.thumbnails])
      #expect(stripped.contents.map(\.place) == ["text 'Look'"] && stripped.data == png)
    }
  }
}
