import FoundationEssentials
import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// HEIC files that iPhones wrote.
@Suite struct HEIFApplePhotoTests {
  @Test(arguments: PhonePhotos.available)
  func `mattes, depth and gain map of a portrait`(photos: PhonePhotos) throws {
    let photo = try Photo(contentsOf: photos.url("fidmaa_heic_depth_data.heic"))
    let isOriginal = photos == .originals
    let size = isOriginal ? PixelSize(width: 2316, height: 3088) : PixelSize(width: 300, height: 400)
    let depthSize = isOriginal ? PixelSize(width: 480, height: 640) : PixelSize(width: 72, height: 96)
    #expect(photo.pixels.size == size)
    #expect(photo.orientation == .up)
    #expect(photo.metadata.exif?.count == 2544 && photo.metadata.xmp?.count == 2541)
    #expect(
      photo.auxiliaryImages.map(\.type) == [
        .semanticSegmentationTeethMatte, .portraitEffectsMatte, .hdrGainMap, .semanticSegmentationSkinMatte,
        .semanticSegmentationHairMatte, .depth, .semanticSegmentationGlassesMatte,
      ])
    for image in photo.auxiliaryImages {
      let isDepth = image.type == .depth
      #expect(image.pixels.size == (isDepth ? depthSize : size.half))
      #expect(image.pixels.format == .l8)
      #expect(image.xmp == AuxiliaryXMP.packet(for: image.type, in: .heic) || isDepth)
    }
    // Full range: black and white are both there.
    let portrait = try #require(photo.mattes[.portrait]?.pixels.bytes)
    #expect(portrait.contains(0) && portrait.contains(255))
    // A matte compressed by nothing but itself: written again, it does not change.
    var small = photo
    small.pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64))
    small.auxiliaryImages = photo.auxiliaryImages.filter {
      $0.type == .semanticSegmentationHairMatte || $0.type == .depth
    }
    let written = try small.data(as: .heic())
    #expect(try Photo(data: written).auxiliaryImages == small.auxiliaryImages)
    // The range of the depth is stated in the same bytes as in the phone's file.
    let range: [UInt8] = [
      0, 0, 0, 17, 0, 0, 0, 13, 0x4E, 0x01, 0xB1, 0x09, 0x35, 0x1E, 0x78, 0x22, 0x01, 0x03, 0xF8, 0x90, 0x20,
    ]
    let type = Array("urn:mpeg:hevc:2015:auxid:2\0".utf8)
    #expect(
      HEIFWalker(written).properties.contains { $0.type == "auxC" && $0.contents == [0, 0, 0, 0] + type + range })
  }

  @Test(
    arguments: [
      ("fidmaa_heic_face_data.heic", PixelSize(width: 2316, height: 3088), PixelSize(width: 300, height: 400), 6),
      ("fidmaa_heic_depth_data.heic", PixelSize(width: 2316, height: 3088), PixelSize(width: 300, height: 400), 7),
      ("pillow_pug.heic", PixelSize(width: 4032, height: 3024), PixelSize(width: 496, height: 372), 2),
    ], PhonePhotos.available)
  func `summaries without decoding`(_ file: (String, PixelSize, PixelSize, Int), photos: PhonePhotos) throws {
    let (name, originalSize, fixtureSize, auxiliaryCount) = file
    let summary = try PhotoSummary(contentsOf: photos.url(name))
    #expect(summary.size == (photos == .originals ? originalSize : fixtureSize))
    #expect(summary.colorSpaceName == "Display P3")
    #expect(summary.metadata == [.exif, .xmp, .icc])
    #expect(summary.auxiliaryImages.count == auxiliaryCount)
    #expect(summary.bitsPerComponent == 8)
  }

  @Test(
    arguments: [
      ("fidmaa_heic_depth_data.heic", 0.50830078125, 3.767578125), ("pillow_pug.heic", 1.498046875, 4.3828125),
      ("fidmaa_jpeg_depth_data.jpg", 0.554199, 2.808594), ("shu223_image-with-matte.jpg", 0.864746, 1.366211),
    ], PhonePhotos.available)
  func `the range of disparities, from HEIF's message and from JPEG's XMP`(
    _ file: (String, Float, Float), photos: PhonePhotos
  ) throws {
    let (name, low, high) = file
    let photo = try Photo(
      contentsOf: photos.url(name), options: ReadingOptions(auxiliaryImages: .only([.depth])))
    let image = try #require(photo.auxiliaryImages.first)
    #expect(photo.auxiliaryImages.count == 1 && image.type == .depth)
    #expect(
      image.depthRepresentation == DepthRepresentation(quantity: .disparity, minimum: low, maximum: high))
    let stated = try #require(DepthRepresentation(xmp: image.xmp))
    #expect(abs(stated.minimum - low) < 1e-5 && abs(stated.maximum - high) < 1e-5)
  }

  @Test(
    arguments: ["fidmaa_heic_depth_data.heic", "pillow_pug.heic", "shu223_image-with-matte.jpg"],
    PhonePhotos.available)
  func `parts and smaller pictures of phones' files`(name: String, photos: PhonePhotos) throws {
    let bytes = Array(try Data(contentsOf: photos.url(name)))
    let whole = try Photo(data: bytes)
    let rect =
      photos == .originals
      ? PixelRect(x: 701, y: 1022, width: 900, height: 515) : PixelRect(x: 101, y: 150, width: 130, height: 115)
    let part = try Photo(data: bytes, options: ReadingOptions(region: rect))
    #expect(part.pixels == crop(whole.pixels, rect))
    #expect(part.auxiliaryImages.map(\.type) == whole.auxiliaryImages.map(\.type))
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 200))
    #expect(max(small.pixels.width, small.pixels.height) == 200)
    #expect(small.metadata == whole.metadata && small.faces == whole.faces)
    let expected = try whole.pixels.resized(to: small.pixels.size, interpolation: .area)
    // A thumbnail has been sharpened and compressed, and libjpeg's scaled transform is not a mean.
    let sum = zip(small.pixels.bytes, expected.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(expected.bytes.count) < 3)
  }
}
