import FoundationEssentials
import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// What is read, edited and written again: which bytes stay, and what is said of those that do not.
@Suite struct PassthroughTests {
  /// The photo with other colours at the same size.
  private func edited(_ photo: Photo) -> Photo {
    var pixels = photo.pixels
    pixels.withUnsafeMutableBytes { bytes in
      for index in bytes.indices where index % 4 == 0 { bytes[index] = 255 - bytes[index] }
    }
    // An edit that says that the gain map is true of its pixels, too.
    return photo.with(pixels: pixels, mattes: nil, faces: nil, gainMap: photo.auxiliary(.hdrGainMap))
  }

  /// The coded auxiliary images of a file, by their types.
  private func coded(_ file: [UInt8]) throws -> [AuxiliaryImageType: EncodedAuxiliaryImage.Body] {
    let images = try EncodedPhoto(data: file).auxiliaryImages
    return Dictionary(images.map { ($0.type, $0.body) }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: [PhotoFormat.heic, .jpeg])
  func `an edit keeps the coded bytes of auxiliary images`(format: PhotoFormat) throws {
    let original = try HEIFEighteen.photo().data(as: .default(for: format))
    let photo = try Photo(data: original)
    #expect(photo.auxiliaryImages.count == 6 && photo.undecodedImages.isEmpty)
    let options = EncodingOptions.default(for: format)
    let result = edited(photo)
    #expect(result.warnings.isEmpty && result.warnings(writingAs: options).isEmpty)
    var file = try result.data(as: options)
    #expect(try coded(file) == coded(original))
    // However often.
    for _ in 0..<2 { file = try edited(Photo(data: file)).data(as: options) }
    #expect(try coded(file) == coded(original))
    #expect(try Photo(data: file).auxiliaryImages == photo.auxiliaryImages)
  }

  @Test func `a changed image, and one of another format, are encoded again`() throws {
    let photo = try Photo(data: try HEIFEighteen.photo().data(as: .heic()))
    let place = try #require(photo.auxiliaryImages.firstIndex { $0.type == .depth })
    var changed = photo
    changed.auxiliaryImages[place].pixels.withUnsafeMutableBytes { $0[0] ^= 0xFF }
    let file = try changed.data(as: .heic())
    #expect(try Photo(data: file).auxiliaryImages.first { $0.type == .depth } == changed.auxiliaryImages[place])
    let before = try coded(photo.data(as: .heic()))
    let after = try coded(file)
    #expect(Set(after.keys) == Set(before.keys))
    for (type, body) in after { #expect((body == before[type]) == (type != .depth)) }
    let jpeg = try Photo(data: try photo.data(as: .jpeg()))
    #expect(jpeg.auxiliaryImages.count == 6)
    // Moved to another photo an image is still the same bytes.
    var other = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 64, height: 64)), orientation: photo.orientation)
    other.auxiliaryImages = [try #require(photo.auxiliary(.hdrGainMap))]
    #expect(try coded(other.data(as: .heic()))[.hdrGainMap] == before[.hdrGainMap])
  }

  @Test func `an edit of a file of iOS 18 keeps everything but the thumbnail`() throws {
    var original = try HEIFEighteen.document()
    let words = RawBox("udes", [0, 0, 0, 0] + Array("en\0A walk\0\0\0".utf8))
    original.associate(words, with: original.primaryID, isEssential: false)
    let photo = try Photo(data: original.file())
    #expect(photo.furtherItems == ["tmap", "uri  tag:apple.com,2023:photo:metadata:styles"])
    // Written without a change the thumbnail is there, too.
    #expect(HEIFWalker(try photo.data(as: .heic())).references.contains { $0.type == "thmb" })

    let result = edited(photo)
    #expect(result.warnings.isEmpty && result.warnings(writingAs: .heic()).isEmpty)
    let file = try result.data(as: .heic(quality: 0.4))
    let walker = HEIFWalker(file)
    // It is made anew, of the size that it had.
    let thumbnails = [walker, HEIFWalker(original.file())].compactMap { walker in
      walker.references.first { $0.type == "thmb" }.map { walker.data($0.from) }
    }
    #expect(thumbnails.count == 2 && thumbnails[0] != thumbnails[1])
    #expect(walker.brands.first == "heic")
    #expect(walker.topLevel == ["ftyp", "meta", "mdat", "uuid"] && walker.metaChildren.contains("quux"))
    let document = try HEIFDocument(file, limits: .default).editable()
    #expect(document.primaryID == original.primaryID && document.groups == original.groups)
    #expect(document.property("udes", of: document.primaryID) == words)
    for type: FourCC in ["tmap", "uri "] {
      let item = try #require(original.items.first { $0.entry.type == type })
      #expect(document.data(of: item.id) == original.data(of: item.id))
      #expect(document.properties(of: item.id) == original.properties(of: item.id))
      #expect(document.targets(of: "dimg", from: item.id) == original.targets(of: "dimg", from: item.id))
      #expect(document.targets(of: "cdsc", from: item.id) == original.targets(of: "cdsc", from: item.id))
    }
    func references(_ document: HEIFDocument, _ type: FourCC) -> [[UInt32]] {
      document.references.filter { $0.type == type }.map { [$0.from] + $0.to }.sorted { $0[0] < $1[0] }
    }
    for type: FourCC in ["auxl", "cdsc"] { #expect(references(document, type) == references(original, type)) }
    // As many tiles as before, under the numbers that they had; the thumbnail is a part of a coded picture now.
    #expect(document.items.count == original.items.count + 1)
    #expect(try Photo(data: file).pixels.size == photo.pixels.size)
  }

  @Test(arguments: Orientation.allCases) func `kept images are rotated with the picture`(orientation: Orientation)
    throws
  {
    var photo = try Photo(data: try HEIFEighteen.file(.up))
    photo.orientation = orientation
    let document = try HEIFDocument(try photo.data(as: .heic()), limits: .default).editable()
    #expect(document.turnedWithPicture.count == 8)
    for id in [document.primaryID] + document.turnedWithPicture {
      #expect(document.orientation(of: id) == orientation)
    }
  }

  @Test func `pixels of another size drop images that do not fit, and report them`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    let small = photo.with(pixels: SamplePhoto.pixels(PixelSize(width: 200, height: 100)))
    #expect(small.auxiliaryImages.isEmpty && small.furtherItems.isEmpty)
    let messages = small.warnings.map(\.message)
    #expect(messages.count == 8)
    for name in [AuxiliaryImageType.depth.rawValue, MatteKind.hair.urn, "tmap", "photo:metadata:styles"] {
      #expect(messages.contains { $0.contains(name) && $0.contains("another size") }, "\(name)")
    }
    #expect(small.warnings(writingAs: .heic()).isEmpty)
    #expect(try HEIFWalker(small.data(as: .heic())).items.values.allSatisfy { $0.type != "tmap" })
    // Where only the pixels were set, the writer says what it cannot keep.
    var set = photo
    set.pixels = SamplePhoto.pixels(PixelSize(width: 200, height: 100))
    #expect(set.warnings(writingAs: .heic()).count == 3)
    #expect(try HEIFWalker(set.data(as: .heic())).items.values.allSatisfy { $0.type != "tmap" && $0.type != "uri " })
  }

  @Test func `without the gain map the tone-mapped picture is removed, with a warning`() throws {
    var photo = try Photo(data: try HEIFEighteen.file())
    photo.auxiliaryImages.removeAll { $0.type == .hdrGainMap }
    let warnings = photo.warnings(writingAs: .heic())
    #expect(warnings.count == 1 && warnings[0].message.contains("tmap"))
    let walker = HEIFWalker(try photo.data(as: .heic()))
    #expect(!walker.items.values.contains { $0.type == "tmap" } && walker.items.values.contains { $0.type == "uri " })
  }

  @Test func `other formats report what they leave out`() throws {
    let photo = try Photo(data: try HEIFEighteen.file())
    let png = photo.warnings(writingAs: .png).map(\.message)
    #expect(png.filter { $0.contains("auxiliary image") }.count == 6)
    #expect(png.filter { $0.contains("tmap") || $0.contains("styles") }.count == 2)
    let jpeg = photo.warnings(writingAs: .jpeg()).map(\.message)
    #expect(jpeg.count == 2 && jpeg.allSatisfy { $0.contains("HEIC") })
    #expect(Photo(pixels: photo.pixels).warnings(writingAs: .png).isEmpty)
  }

  @Test func `a movie and Samsung's data are kept in HEIC, and reported where they are lost`() throws {
    var document = try HEIFDocument(
      try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: .heic()), limits: .default
    ).editable()
    document.boxes += [RawBox("mpvd", Array("a movie".utf8)), RawBox("sefd", Array("SEFT".utf8))]
    let photo = edited(try Photo(data: document.file()))
    #expect(photo.furtherItems == ["movie", "Samsung's data"])
    #expect(photo.warnings(writingAs: .heic()).isEmpty)
    let file = try HEIFDocument(try photo.data(as: .heic()), limits: .default)
    #expect(file.boxes.suffix(2) == document.boxes.suffix(2))
    #expect(
      photo.warnings(writingAs: .jpeg()).map(\.message) == [
        "movie is left out: it belongs to HEIC", "Samsung's data is left out: it belongs to HEIC",
      ])
  }

  @Test func `a movie and Samsung's data are kept after a JPEG, and reported where they are lost`() throws {
    var document = try JPEGDocument(
      try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: .jpeg()), file: "a", limits: .default
    ).editable(file: "a")
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let movie = [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + [0, 0, 0, 8] + Array("moov".utf8)
    let name = Array("Image_UTC_Data".utf8)
    let block = [0, 0] + number(0x0A01, 2) + number(name.count, 4) + name + Array("1700000000000".utf8)
    let directory =
      Array("SEFH".utf8) + number(101, 4) + number(1, 4) + [0, 0] + number(0x0A01, 2) + number(block.count, 4)
      + number(block.count, 4)
    document.trailer = movie + block + directory + number(directory.count, 4) + Array("SEFT".utf8)
    let photo = edited(try Photo(data: document.file()))
    #expect(photo.furtherItems == ["movie", "Samsung's data behind the picture"])
    #expect(photo.warnings(writingAs: .jpeg()).isEmpty)
    #expect(try photo.data(as: .jpeg()).suffix(document.trailer.count).elementsEqual(document.trailer))
    for options in [EncodingOptions.heic(), .avif(), .png] {
      let words = photo.warnings(writingAs: options).map(\.message).filter { $0.contains("JPEG") }
      #expect(
        words == [
          "movie is left out: it belongs to JPEG", "Samsung's data behind the picture is left out: it belongs to JPEG",
        ])
    }
  }

  @Test func `a gray profile of a matte, as iOS 18 writes it, changes no value and stays`() throws {
    let original = SamplePhoto.portrait(PixelSize(width: 64, height: 64))
    var document = try HEIFDocument(try original.data(as: .heic()), limits: .default).editable()
    let profile = try #require(ICCProfile.bytes(for: .linearGray))
    for id in document.auxiliaryIDs {
      #expect(document.property("colr", of: id) == nil)
      document.associate(RawBox("colr", Array("prof".utf8) + profile), with: id, isEssential: true)
    }
    let photo = try Photo(data: document.file())
    #expect(
      !photo.auxiliaryImages.isEmpty && photo.auxiliaryImages.map(\.pixels) == original.auxiliaryImages.map(\.pixels))
    let written = try HEIFDocument(try edited(photo).data(as: .heic()), limits: .default)
    for id in written.auxiliaryIDs {
      #expect(written.property("colr", of: id).map { Array($0.contents.dropFirst(4)) } == profile)
    }
  }

  @Test func `mattes are written with a gray profile on request`() throws {
    let original = SamplePhoto.portrait(PixelSize(width: 64, height: 64))
    var options = EncodingOptions.heic()
    options.profilesAuxiliaryImages = true
    let document = try HEIFDocument(try original.data(as: options), limits: .default)
    let profile = try #require(ICCProfile.bytes(for: .linearGray))
    #expect(document.auxiliaryIDs.count == 4)
    for id in document.auxiliaryIDs {
      #expect(document.property("colr", of: id).map { Array($0.contents.dropFirst(4)) } == profile)
    }
    let photo = try Photo(data: document.file())
    #expect(photo.auxiliaryImages.map(\.pixels) == original.auxiliaryImages.map(\.pixels))
  }

  @Test func `a matte in a JPEG has the segments of Apple's that readers use`() throws {
    let file = try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: .jpeg())
    let further = try JPEGDocument(file, file: "a", limits: .default).editable(file: "a").further
    #expect(further.count == SamplePhoto.portrait(PixelSize(width: 64, height: 64)).auxiliaryImages.count)
    for entry in further {
      // XMP, index, tables, frame of one component, codes.
      let markers = entry.picture.segments.map(\.marker)
      #expect(markers.first == JPEGMarker.app1 && Set(markers) == [0xE1, 0xE2, 0xDB, 0xC0, 0xC4], "\(markers)")
      let frame = try #require(entry.picture.segments.first { $0.marker == 0xC0 })
      #expect(frame.data.count == 9)
    }
  }

  @Test func `an image that cannot be decoded is kept as it is, and reported where it is lost`() throws {
    var document = try HEIFEighteen.document()
    // The depth is said to be coded with VVC, which nobody here can decode.
    let id = try #require(document.auxiliaryIDs.first { document.auxiliaryType(of: $0) == .depth })
    let place = try #require(document.index(of: id))
    let data = try #require(document.data(of: id))
    document.items[place].entry = ItemEntry(id: id, type: "vvc1", isHidden: true)
    let file = document.file()
    let summary = try PhotoSummary(data: file)
    let listed = try #require(summary.auxiliaryImages.first { $0.type == .depth })
    #expect(listed.obstacle?.contains("vvc1") == true && listed.size == PixelSize(width: 96, height: 80))
    #expect(summary.furtherItems.count == 2)

    let photo = try Photo(data: file)
    #expect(photo.auxiliary(.depth) == nil)
    let kept = try #require(photo.undecodedImages.first)
    #expect(photo.undecodedImages.count == 1 && kept.type == .depth && kept.reason.contains("vvc1"))
    #expect(kept.encoded.size == PixelSize(width: 96, height: 80))
    let result = edited(photo)
    let walker = HEIFWalker(try result.data(as: .heic()))
    let item = try #require(walker.items.first { $0.value.type == "vvc1" }?.key)
    #expect(walker.data(item) == data)
    #expect(walker.references.contains { $0.type == "auxl" && $0.from == item })
    #expect(result.warnings(writingAs: .heic()).isEmpty)
    #expect(result.warnings(writingAs: .jpeg()).contains { $0.message.contains(kept.type.rawValue) })
    _ = try result.data(as: .jpeg())
  }

  @Test func `Apple's reduced pictures are removed by an edit`() throws {
    let type = AuxiliaryImageType(rawValue: "tag:apple.com,2023:photo:aux:linearthumbnail")
    var original = HEIFEighteen.photo()
    original.auxiliaryImages.append(
      AuxiliaryImage(type: type, pixels: HEIFSyntheticPhoto.matte(PixelSize(width: 80, height: 70), seed: 1)))
    let photo = try Photo(data: try original.data(as: .heic()))
    #expect(photo.auxiliary(type) != nil)
    let result = edited(photo)
    #expect(result.auxiliary(type) == nil)
    #expect(result.warnings.count == 1 && result.warnings[0].message.contains("linearthumbnail"))
  }

  @Test func `the range of a depth map stays in its box`() throws {
    // Of an iPhone's file.
    let range: [UInt8] = [
      0, 0, 0, 17, 0, 0, 0, 13, 0x4E, 0x01, 0xB1, 0x09, 0x35, 0x1E, 0x78, 0x22, 0x01, 0x03, 0xF8, 0x90, 0x20,
    ]
    let file = try HEIFEighteen.photo().data(as: .heic())
    var document = try HEIFDocument(file, limits: .default).editable()
    let id = try #require(document.auxiliaryIDs.first { document.auxiliaryType(of: $0) == .depth })
    let box = RawBox("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:2\0".utf8) + range)
    let place = try #require(document.index(of: id))
    document.items[place].properties.removeAll { document.properties[$0.index].type == "auxC" }
    document.associate(box, with: id, isEssential: true)
    let photo = try Photo(data: document.file())
    let written = try HEIFDocument(try edited(photo).data(as: .heic()), limits: .default).editable()
    #expect(written.property("auxC", of: id) == box)
  }

  @Test func `IPTC travels through HEIF`() throws {
    let block =
      Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 8]
      + [0x1C, 2, 5, 0, 3] + Array("abc".utf8)
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 64))
    photo.metadata.iptc = block
    let file = try photo.data(as: .heic())
    #expect(try Photo(data: file).metadata == photo.metadata)
    #expect(try PhotoSummary(data: file).metadata.contains(.iptc))
    #expect(try Photo(data: try Photo(data: file).data(as: .jpeg())).metadata.iptc == block)
    // What does not fit into EXIF is an item, as other programs write it, of which some hold IIM alone.
    var damaged = photo
    damaged.metadata.exif = [1, 2, 3, 4]
    let other = try damaged.data(as: .heic())
    #expect(HEIFWalker(other).items.values.contains { $0.type == "iptc" && $0.flags == 1 })
    #expect(try Photo(data: other).metadata.iptc == block)
    var document = try HEIFDocument(other, limits: .default).editable()
    let item = try #require(document.items.first { $0.entry.type == "iptc" })
    document.setData(Array(block.suffix(8)), of: item.id)
    #expect(try Photo(data: document.file()).metadata.iptc == block)
    photo.metadata.iptc = nil
    var read = try Photo(data: file)
    read.metadata.iptc = nil
    #expect(try Photo(data: read.data(as: .heic())).metadata == photo.metadata)
  }

  @Test func `segments, pictures and data of unknown use stay in a JPEG`() throws {
    var document = try JPEGDocument(
      try SamplePhoto.portrait(PixelSize(width: 120, height: 80)).data(as: .jpeg()), file: "a", limits: .default
    ).editable(file: "a")
    let preview = try JPEGDocument(
      try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 64, height: 48))).data(as: .jpeg()), file: "b",
      limits: .default
    ).editable(file: "b").primary
    document.further.insert(
      contentsOf: [.init(picture: preview, attribute: 0x0001_0001), .init(picture: preview)], at: 0)
    document.primary.segments.insert(.init(marker: 0xFE, data: Array("a comment".utf8)), at: 2)
    document.primary.segments.insert(
      .init(marker: 0xE2, data: Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0]), at: 2)
    document.primary.segments.insert(.init(marker: 0xEB, data: Array("JP signed".utf8)), at: 2)
    // 300 pixels an inch.
    document.primary.segments[0].data = (JPEGIdentifier.jfif + [1, 1, 1, 1, 44, 1, 44, 0, 0])[...]
    document.trailer = Array("a video".utf8)
    let photo = try Photo(data: try document.file())
    // The segment that says that a gain map follows does not count where none does.
    #expect(photo.furtherItems.count == 4)
    let result = edited(photo)
    let warnings = result.warnings(writingAs: .jpeg())
    #expect(warnings.count == 1 && warnings[0].message.contains("signature"))
    let file = try result.data(as: .jpeg())
    let written = try JPEGDocument(file, file: "c", limits: .default).editable(file: "c")
    #expect(written.trailer == document.trailer)
    #expect(written.primary.segments[0] == document.primary.segments[0])
    #expect(written.primary.segments.filter { $0.isUnknown }.count == 1)
    #expect(!written.primary.segments.contains { $0.isSignature })
    // The preview shows the new picture, the other one what nobody knows.
    #expect(written.further.count == 6 && written.further[1].picture == preview)
    #expect(written.further[0].isPreview && written.further[0].picture.scans != preview.scans)
    #expect(written.further[0].picture.frame.size == PixelSize(width: 64, height: 43))
    #expect(try Photo(data: file).auxiliaryImages == photo.auxiliaryImages)
    #expect(try JPEGDocument(try photo.data(as: .jpeg()), file: "d", limits: .default).further.count == 6)
    #expect(MultiPictureWalker(file).pictures.last?.upperBound == file.count - document.trailer.count)
    #expect(photo.warnings(writingAs: .heic()).count == 4)
  }
}
