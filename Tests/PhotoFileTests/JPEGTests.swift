import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct JPEGTests {
  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 5), PixelSize(width: 511, height: 513)])
  func `pictures of odd sizes survive a round trip`(size: PixelSize) throws {
    let photo = Photo(pixels: SamplePhoto.pixels(size))
    let back = try Photo(data: try photo.data(as: .jpeg(quality: 0.95)))
    #expect(back.pixels.size == size)
    #expect(back.pixels.format == .rgba8)
    #expect(back.pixels.alphaType == .opaque)
    #expect(back.sourceFormat == .jpeg)
    // In a picture of a few pixels the gradients are steep, and chroma is halved.
    #expect(largestDifference(back.pixels, photo.pixels) <= (size.width < 10 ? 100 : 8))
    #expect(back.pixels.bytes.enumerated().allSatisfy { $0 % 4 != 3 || $1 == 255 })
  }

  @Test(arguments: Orientation.allCases)
  func `every orientation survives a round trip with unchanged pixels`(orientation: Orientation) throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 34, height: 21), orientation: orientation)
    let back = try Photo(data: try photo.data(as: .jpeg(quality: 0.9)))
    #expect(back.orientation == orientation)
    #expect(back.pixels.size == photo.pixels.size)
    #expect(back.metadata == photo.metadata)
    #expect(largestDifference(back.pixels, photo.pixels) <= 16)
  }

  @Test(arguments: Orientation.allCases)
  func `an orientation is written even without EXIF`(orientation: Orientation) throws {
    let photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 16, height: 8)), orientation: orientation)
    let back = try Photo(data: try photo.data(as: .jpeg()))
    #expect(back.orientation == orientation)
    #expect((back.metadata.exif == nil) == (orientation == .up))
  }

  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 5), PixelSize(width: 257, height: 256)])
  func `mattes survive a round trip within 2 levels`(size: PixelSize) throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 2 * size.width, height: 2 * size.height)))
    photo.auxiliaryImages = MatteKind.allCases.map {
      AuxiliaryImage(type: AuxiliaryImageType($0), pixels: SamplePhoto.matte($0, size).pixels)
    }
    let back = try Photo(data: try photo.data(as: .jpeg()))
    #expect(back.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(back.mattes.kinds == MatteKind.allCases)
    for (image, original) in zip(back.auxiliaryImages, photo.auxiliaryImages) {
      #expect(largestDifference(image.pixels, original.pixels) <= 2, "\(image.type)")
      #expect(image.pixels.colorSpace == .linearGray)
    }
  }

  @Test func `the multi-picture index lists every picture`() throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 120, height: 90))
    let bytes = try photo.data(as: .jpeg())
    let walker = MultiPictureWalker(bytes)
    #expect(walker.pictures.count == 5)
    // Without a gap, from the first byte to the last.
    #expect(walker.pictures.map(\.lowerBound).dropFirst() == walker.pictures.map(\.upperBound).dropLast())
    #expect(walker.pictures.first?.lowerBound == 0)
    #expect(walker.pictures.last?.upperBound == bytes.count)
    for picture in walker.pictures {
      #expect(bytes[picture].starts(with: [0xFF, 0xD8, 0xFF]))
      #expect(bytes[picture].suffix(2) == [0xFF, 0xD9])
    }
    // Each of them is a picture on its own, of one component and half the size.
    for picture in walker.pictures.dropFirst() {
      let alone = try Photo(data: Array(bytes[picture]))
      #expect(alone.pixels.size == PixelSize(width: 60, height: 45))
      #expect(alone.metadata.xmp != nil)
    }
    #expect(walker.attributes == [0x0003_0000, 0, 0, 0, 0])
  }

  @Test func `a picture without auxiliary images has no multi-picture index`() throws {
    let bytes = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8))).data(as: .jpeg())
    #expect(MultiPictureWalker(bytes).pictures.isEmpty)
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
  }

  @Test func `segments have the order of an iPhone's file`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 32, height: 32))
    photo.pixels.colorSpace = .displayP3
    photo.metadata.iptc = Array("Photoshop 3.0\u{0}8BIM".utf8)
    let bytes = try photo.data(as: .jpeg())
    let picture = try JPEGPicture(bytes, file: "test")
    #expect(picture.segments.prefix(7).map(\.marker) == [0xE0, 0xE1, 0xE1, 0xE2, 0xE2, 0xED, 0xDB])
    let frame = try #require(picture.segments.first { $0.marker == 0xC0 })
    // Three components, luma of 2x2 samples: 4:2:0.
    #expect(frame.data.dropFirst(5).prefix(3) == [3, 1, 0x22])
    #expect(try Photo(data: bytes).metadata.iptc == photo.metadata.iptc)
  }

  @Test func `quality changes the size`() throws {
    let photo = Photo(
      pixels: SamplePhoto.noise(PixelSize(width: 64, height: 64), .rgba8, alphaType: .opaque, seed: 1))
    let sizes = try [0, 0.3, 0.6, 0.9, 1].map { try photo.data(as: .jpeg(quality: $0)).count }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == sizes.count)
  }

  @Test func `a profile of several segments is kept byte for byte`() throws {
    var profile = SyntheticProfile.bytes(count: 150_000)
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8), colorSpace: .icc(profile)))
    #expect(try Photo(data: try photo.data(as: .jpeg())).pixels.colorSpace == .icc(profile))
    // A profile of one component does not belong to colour samples.
    profile.replaceSubrange(16..<20, with: "GRAY".utf8)
    photo.pixels.colorSpace = .icc(profile)
    #expect(try Photo(data: try photo.data(as: .jpeg())).pixels.colorSpace == .sRGB)
  }

  @Test(arguments: [ColorSpace.displayP3, .adobeRGB, .extendedLinearSRGB])
  func `named spaces are written as profiles`(space: ColorSpace) throws {
    let photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8), colorSpace: space))
    guard case .icc(let profile) = try Photo(data: try photo.data(as: .jpeg())).pixels.colorSpace else {
      Issue.record("no profile was embedded")
      return
    }
    #expect(profile[36..<40].elementsEqual("acsp".utf8))
  }

  @Test func `transparent pixels are shown on white`() throws {
    let size = PixelSize(width: 16, height: 16)
    for alphaType in [AlphaType.straight, .premultiplied] {
      let pixels = PixelBuffer(size: size, format: .rgba8, alphaType: alphaType)
      let back = try Photo(data: try Photo(pixels: pixels).data(as: .jpeg(quality: 1)))
      #expect(back.pixels.bytes.allSatisfy { $0 >= 254 })
    }
  }

  /// 8 x 8 in CMYK as Photoshop and Pillow write it: full cyan, no magenta, half yellow, a quarter black.
  @Test func `CMYK becomes colour`() throws {
    let file = try #require(
      Data(
        base64Encoded: "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcG"
          + "BggLCAkKCgoKCgYICwwLCgwJCgoK/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAAAAAAAAAAAAAAAAMICQr/xAAUEAEA"
          + "AAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AM/6/gZ/H//Z"))
    let pixels = try Photo(data: Array(file)).pixels
    for (value, expected) in zip(pixels.bytes.prefix(4), [0, 191, 95, 255]) {
      #expect(abs(Int(value) - expected) <= 2)
    }
  }

  @Test func `a gray picture is written with one component`() throws {
    let matte = SamplePhoto.matte(.hair, PixelSize(width: 40, height: 30))
    let bytes = try Photo(pixels: matte.pixels).data(as: .jpeg(quality: 1))
    #expect(try JPEGPicture(bytes, file: "test").frame.componentCount == 1)
    let back = try Photo(data: bytes).pixels
    #expect(back.format == .rgba8)
    let difference = matte.pixels.bytes.indices.map { abs(Int(back.bytes[4 * $0]) - Int(matte.pixels.bytes[$0])) }.max()
    #expect((difference ?? 255) <= 2)
  }

  @Test func `an auxiliary image keeps its XMP and states its type`() throws {
    let depth = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/">
      <apdi:FloatMaxValue>2.5</apdi:FloatMaxValue>%</rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let pixels = SamplePhoto.matte(.hair, PixelSize(width: 20, height: 10)).pixels
    let type = "<apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>"
    let complete = Array(depth.split(separator: "%").joined(separator: type).utf8)
    let incomplete = Array(depth.split(separator: "%").joined().utf8)
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 40, height: 20)))
    photo.auxiliaryImages = [
      AuxiliaryImage(type: .depth, pixels: pixels, xmp: complete),
      AuxiliaryImage(type: .hdrGainMap, pixels: pixels, xmp: incomplete),
      AuxiliaryImage(type: AuxiliaryImageType(rawValue: "urn:example:other"), pixels: pixels),
    ]
    let back = try Photo(data: try photo.data(as: .jpeg())).auxiliaryImages
    #expect(back.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(back.first?.xmp == complete)
    #expect(String(decoding: back[1].xmp ?? [], as: UTF8.self).contains("<apdi:FloatMaxValue>2.5<"))
  }

  @Test(arguments: [
    ("urn:com:apple:photo:2019:aux:semantichairmatte", nil), ("semantichairmatte", nil),
    ("depth", "semantichairmatte"), ("depth", "urn:com:apple:photo:2019:aux:semantichairmatte"),
  ])
  func `semantic mattes are recognised in every spelling`(type: String, subtype: String?) {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:pd="http://ns.apple.com/pixeldatainfo/1.0/"
      pd:AuxiliaryImageType="\(type)" \(subtype.map { "pd:AuxiliaryImageSubType=\"\($0)\"" } ?? "")/></rdf:RDF></x:xmpmeta>
      """
    #expect(JPEGAuxiliaryType.type(in: Array(packet.utf8)) == .semanticSegmentationHairMatte)
  }

  @Test func `an index whose pictures are missing is ignored`() throws {
    let bytes = try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: .jpeg())
    let first = try #require(MultiPictureWalker(bytes).pictures.first)
    let photo = try Photo(data: Array(bytes[first]))
    #expect(photo.auxiliaryImages.isEmpty)
  }

  @Test func `metadata that do not fit are reported as an error`() {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.exif = SamplePhoto.exif(orientation: .up) + [UInt8](repeating: 0, count: 70_000)
    #expect(encodingFailure(of: photo, as: .jpeg())?.contains("EXIF") == true)
  }

  @Test func `a picture larger than JPEG allows is an error`() {
    let photo = Photo(pixels: PixelBuffer(size: PixelSize(width: 65_501, height: 1), format: .rgba8))
    #expect(encodingFailure(of: photo, as: .jpeg()) != nil)
  }
}
