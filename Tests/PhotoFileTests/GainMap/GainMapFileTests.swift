import FoundationEssentials
import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// Gain maps of ISO 21496-1 and Android's Ultra HDR in JPEG, HEIC and AVIF.
@Suite struct GainMapFileTests {
  private static let formats: [PhotoFormat] = [.jpeg, .heic, .avif]

  private static var foreign: [UInt8] {
    get throws {
      Array(try Data(contentsOf: ProjectFolder.root.appending(path: "Tests/Fixtures/GainMaps/libultrahdr.jpg")))
    }
  }

  private func light(_ pixels: PixelBuffer, _ x: Int, _ y: Int) throws -> [Float] {
    let decoder = try SampleDecoder(format: pixels.format, colorSpace: pixels.colorSpace, alphaType: .opaque)
    var light: [Float] = []
    pixels.withLight(of: y..<y + 1, decoder) { _, row in light = [row.red[x], row.green[x], row.blue[x]] }
    return light
  }

  @Test func `a file of libultrahdr is read as by libultrahdr`() throws {
    let photo = try Photo(data: Self.foreign)
    let map = try #require(photo.auxiliary(.isoGainMap))
    #expect(map.gainMap?.leadsToHDR == true && map.gainMap?.alternateColorSpace == nil)
    #expect(photo.isExpandableToHDR && photo.furtherItems.isEmpty)
    let expanded = try photo.expandedToHDR()
    #expect(expanded.auxiliaryImages.isEmpty && expanded.pixels.format == .rgba16)
    // What make.py prints.
    for (y, x, expected) in [
      (24, 36, [3.977, 3.977, 3.977]), (8, 8, [0.1245, 0.162, 0.2893]), (40, 60, [0.922, 0.836, 0.288]),
    ] as [(Int, Int, [Float])] {
      for (found, wanted) in zip(try light(expanded.pixels, x, y), expected) {
        #expect(abs(found - wanted) < 0.02 * max(0.5, wanted), "\(y) \(x) \(found) \(wanted)")
      }
    }
  }

  @Test(arguments: formats, formats)
  func `a gain map is kept between all pairs of formats`(source: PhotoFormat, target: PhotoFormat) throws {
    let photo = try Photo(data: GainMapSample.photo().data(as: .default(for: source)))
    let file = try photo.data(as: .default(for: target))
    #expect(photo.warnings(writingAs: .default(for: target)).isEmpty)
    let back = try Photo(data: file)
    let (before, after) = (
      GainMapSample.image(PixelSize(width: 40, height: 30)), try #require(back.auxiliary(.isoGainMap))
    )
    #expect(back.auxiliaryImages.count == 1 && after.gainMap == before.gainMap)
    let difference = zip(before.pixels.bytes, after.pixels.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(difference <= ([source, target].contains(.jpeg) ? 3 : 0))
    #expect(back.furtherItems.isEmpty && back.hdrHeadroom == 8)
    #expect(try PhotoSummary(data: file).auxiliaryImages.map(\.type) == [.isoGainMap])
  }

  @Test(arguments: formats)
  func `colours, three channels and other primaries survive`(format: PhotoFormat) throws {
    let channels: [GainMapMetadata.Channel] = [.init(maximum: 1), .init(maximum: 2), .init(maximum: 3)]
    let metadata = GainMapMetadata(channels: channels, alternateHeadroom: 3, alternateColorSpace: .pq(.bt2020))
    let size = PixelSize(width: 96, height: 64)
    let map = AuxiliaryImage(type: .isoGainMap, pixels: SamplePhoto.pixels(size.half), gainMap: metadata)
    let photo = Photo(pixels: SamplePhoto.pixels(size), auxiliaryImages: [map])
    let back = try #require(Photo(data: photo.data(as: .default(for: format))).auxiliary(.isoGainMap))
    #expect(back.gainMap?.channels.map(\.maximum) == [1, 2, 3] && back.pixels.format == .rgba8)
    let space = try #require(back.gainMap?.alternateColorSpace)
    #expect(try space.nearestPrimaries() == .bt2020)
  }

  @Test func `a JPEG's index, directory and segments refer to the map`() throws {
    var photo = GainMapSample.photo()
    photo.auxiliaryImages.insert(
      AuxiliaryImage(type: .portraitEffectsMatte, pixels: SamplePhoto.matte(.portrait, photo.pixels.size.half).pixels),
      at: 0)
    let file = try photo.data(as: .jpeg())
    // The map comes first, as Google's list wants it.
    let pictures = MultiPictureWalker(file).pictures
    #expect(pictures.count == 3)
    let document = try JPEGDocument(file, file: "a", limits: .default).editable(file: "a")
    #expect(document.primary.contains(JPEGMarker.app2, JPEGIdentifier.gainMap))
    #expect(document.further[0].picture.statesGainMap && !document.further[1].picture.statesGainMap)
    let packet = try #require(try JPEGMetadata(document.primary, file: "a", limits: .default).xmp())
    let directory = try #require(ContainerDirectory(packet))
    #expect(directory.items.map(\.semantic) == ["Primary", "GainMap"])
    #expect(directory.items[1].length == pictures[1].count && directory.items[1].mime == "image/jpeg")
    #expect(directory.gainMapStart(behind: pictures[0].upperBound) == pictures[1].lowerBound)
    #expect(document.listedGainMapStart() == pictures[1].lowerBound)
    // Written again, nothing of it is made twice.
    let again = try Photo(data: file).data(as: .jpeg())
    #expect(
      try JPEGDocument(again, file: "b", limits: .default).primary.segments.count == document.primary.segments.count)
  }

  /// As the first Android phones wrote it.
  @Test func `a map that only Google's directory lists is found`() throws {
    let file = try GainMapSample.photo().data(as: .jpeg())
    var document = try JPEGDocument(file, file: "a", limits: .default).editable(file: "a")
    var map = document.further.removeFirst().picture
    map.remove(JPEGMarker.app2, JPEGIdentifier.gainMap)
    map.remove(JPEGMarker.app2, JPEGIdentifier.multiPicture)
    document.primary.remove(JPEGMarker.app2, JPEGIdentifier.gainMap)
    let packet = try JPEGMetadata(document.primary, file: "a", limits: .default).xmp()
    try document.primary.setXMP(ContainerDirectory.listing(gainMapOf: map.byteCount, in: packet))
    document.trailer = map.bytes + Array("a movie".utf8)
    let listed = try document.file()
    #expect(MultiPictureWalker(listed).pictures.isEmpty)
    let photo = try Photo(data: listed)
    #expect(photo.auxiliary(.isoGainMap)?.gainMap == GainMapSample.metadata)
    #expect(photo.furtherItems == ["7 bytes behind the last picture"])
    // Written, it has an index as well, and the movie stays.
    let written = try photo.data(as: .jpeg())
    #expect(MultiPictureWalker(written).pictures.count == 2 && written.suffix(7).elementsEqual("a movie".utf8))
    // A list that leads nowhere is no harm.
    for length in [0, 17, 1 << 40] {
      var astray = document
      let packet = try JPEGMetadata(document.primary, file: "a", limits: .default).xmp()
      try astray.primary.setXMP(
        XMPDocument.editing(packet) { document in
          document.set(
            .container, "Container:Directory[1]/Container:Item/Item:Padding", to: "\(length == 0 ? -5 : length)")
        })
      #expect(try Photo(data: astray.file()).auxiliaryImages.isEmpty)
    }
  }

  @Test(arguments: formats)
  func `a stripped file has no trace of the map`(format: PhotoFormat) throws {
    var photo = GainMapSample.photo()
    photo.metadata.xmp = Array(SamplePhoto.titleXMP.utf8)
    let stripped = try StrippedPhoto(photo.data(as: .default(for: format)), removing: [.gainMap])
    #expect(stripped.removedImages == [.isoGainMap])
    for trace in ["hdr-gain-map", "GainMap", "21496", "tmap"] {
      #expect(!String(decoding: stripped.data, as: UTF8.self).contains(trace), "\(trace)")
    }
    let bare = try Photo(data: stripped.data)
    #expect(bare.auxiliaryImages.isEmpty && bare.metadata.xmp != nil && bare.furtherItems.isEmpty)
  }

  @Test(arguments: formats)
  func `stripped of metadata, the photo still has its map`(format: PhotoFormat) throws {
    var photo = GainMapSample.photo()
    photo.metadata.xmp = Array(SamplePhoto.titleXMP.utf8)
    for file in [try photo.data(as: .default(for: format))] + (format == .jpeg ? [try Self.foreign] : []) {
      let before = try Photo(data: file)
      let bare = try Photo(data: StrippedPhoto(file, removing: [.metadata]).data)
      #expect(bare.auxiliary(.isoGainMap)?.gainMap == before.auxiliary(.isoGainMap)?.gainMap)
      #expect(bare.auxiliary(.isoGainMap)?.pixels == before.auxiliary(.isoGainMap)?.pixels && bare.isExpandableToHDR)
      #expect(!String(decoding: bare.metadata.xmp ?? [], as: UTF8.self).contains("Tests 1.0"))
    }
  }

  @Test(arguments: formats)
  func `a map can be removed and added again`(format: PhotoFormat) throws {
    let file = try GainMapSample.photo().data(as: .default(for: format))
    let map = try #require(try EncodedPhoto(data: file).auxiliary(.isoGainMap))
    let alone = try map.data()
    let again = try #require(try EncodedPhoto(data: alone).pictureAsAuxiliaryImage())
    #expect(again.type == .isoGainMap && again.gainMap == GainMapSample.metadata)
    var other = try EncodedPhoto(
      data: Photo(pixels: SamplePhoto.pixels(PixelSize(width: 80, height: 60))).data(as: .default(for: format)))
    try other.add(again)
    let back = try Photo(data: other.data())
    #expect(back.auxiliary(.isoGainMap)?.gainMap == GainMapSample.metadata && back.isExpandableToHDR)
    #expect(back.auxiliary(.isoGainMap)?.pixels == (try Photo(data: file)).auxiliary(.isoGainMap)?.pixels)
  }

  @Test(arguments: formats, [true, false])
  func `a map is removed with a warning when the pixels change`(format: PhotoFormat, isApples: Bool) throws {
    let sample = GainMapSample.photo(isApples ? GainMapSample.appleImage : { GainMapSample.image($0) })
    let photo = try Photo(data: sample.data(as: .default(for: format)))
    let black = PixelBuffer(size: photo.pixels.size, format: .rgba8, colorSpace: photo.pixels.colorSpace)
    let edited = photo.with(pixels: black)
    #expect(edited.auxiliaryImages.isEmpty)
    #expect(edited.warnings.count == 1 && edited.warnings[0].message.contains("leads to the picture as it was"))
    // Also where the pixels are simply set.
    var set = photo
    set.pixels = black
    #expect(set.warnings(writingAs: .default(for: format)).count == 1)
    #expect(try Photo(data: set.data(as: .default(for: format))).auxiliaryImages.isEmpty)
    #expect(!String(decoding: try set.data(as: .default(for: format)), as: UTF8.self).contains("hdr-gain-map"))
    // One that was made for them stays.
    let size = photo.pixels.size.half
    set.auxiliaryImages = [isApples ? GainMapSample.appleImage(size) : GainMapSample.image(size)]
    #expect(try Photo(data: set.data(as: .default(for: format))).auxiliaryImages.count == 1)
  }

  @Test func `Apple's gain map properties stay in XMP byte for byte`() throws {
    var photo = GainMapSample.photo(GainMapSample.appleImage)
    photo.metadata.xmp = GainMapSample.appleImage(PixelSize(width: 4, height: 4)).xmp
    let file = try photo.data(as: .jpeg())
    #expect(try Photo(data: file).metadata.xmp == photo.metadata.xmp)
    var bare = try EncodedPhoto(data: file)
    try bare.remove([.hdrGainMap, .isoGainMap])
    #expect(try Photo(data: bare.data()).metadata.xmp == photo.metadata.xmp)
  }

  @Test func `a map without metadata cannot be written`() throws {
    for format in Self.formats {
      let photo = GainMapSample.photo { GainMapSample.image($0, metadata: nil) }
      #expect(throws: PhotoFileError.self) { try photo.data(as: .default(for: format)) }
    }
  }

  @Test func `XMP of another file states no gain map`() throws {
    let file = try GainMapSample.photo().data(as: .jpeg())
    let photo = try Photo(data: file)
    #expect(String(decoding: photo.metadata.xmp ?? [], as: UTF8.self).contains("Directory"))
    for format in [PhotoFormat.heic, .png, .webP] {
      let written = try Photo(data: photo.data(as: .default(for: format)))
      #expect(!String(decoding: written.metadata.xmp ?? [], as: UTF8.self).contains("Directory"))
    }
  }
}
